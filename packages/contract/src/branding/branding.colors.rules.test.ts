import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  brandStyles,
  colorNote,
  contrastOf,
  luminanceOf,
  palettesOf,
  shadesOf,
  tonedTo,
} from './branding.colors.rules.ts';

const READABLE = 4.5;
const color = fc
  .tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 })))
  .map((channels) => `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`);

/** Declarations of a scheme by their names. */
function stylesOf(of: string, scheme: 'light' | 'dark'): Map<string, string> {
  const [light = '', dark = ''] = [...brandStyles(of).matchAll(/\{([^}]*)\}/g)].map(([, rules = '']) => rules);
  const rules = (scheme === 'light' ? light : `${light};${dark}`).split(';');
  return new Map(rules.map((rule) => rule.split(':') as [string, string]));
}

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#14745a', '#ffffff', 5.71],
  ])('of %s and %s is %d', (one, other, ratio) => {
    expect(contrastOf(one, other)).toBeCloseTo(ratio, 1);
    expect(contrastOf(other, one)).toBe(contrastOf(one, other));
  });

  it('a toned color is as bright as asked, in steps of a screen', () => {
    fc.assert(
      fc.property(color, fc.double({ min: 0, max: 1, noNaN: true }), (given, luminance) => {
        const toned = luminanceOf(tonedTo(given, luminance));
        if (luminanceOf(given) < luminance) expect(toned).toBeGreaterThanOrEqual(luminance);
        else expect(toned).toBeLessThanOrEqual(luminance);
        expect(Math.abs(toned - luminance)).toBeLessThan(0.02);
      }),
    );
  });
});

describe('each color', () => {
  it('gives pages and mails readable buttons and links, in light and dark', () => {
    fc.assert(
      fc.property(color, (given) => {
        const { light, dark } = palettesOf(given);
        for (const { accent, onAccent, paper } of [light, dark]) {
          expect(contrastOf(accent, onAccent)).toBeGreaterThanOrEqual(READABLE);
          expect(contrastOf(accent, paper)).toBeGreaterThanOrEqual(READABLE);
        }
        expect(contrastOf(light.accent, '#ffffff')).toBeGreaterThanOrEqual(READABLE);
        expect(contrastOf(dark.accent, '#17201c')).toBeGreaterThanOrEqual(READABLE);
      }),
    );
  });

  it('gives the app readable texts on its surfaces, in light and dark', () => {
    fc.assert(
      fc.property(color, (given) => {
        const light = stylesOf(given, 'light');
        const dark = stylesOf(given, 'dark');
        const of = (styles: Map<string, string>, name: string) => styles.get(name) ?? '';
        const shade = (styles: Map<string, string>, index: number) => of(styles, `--mantine-color-pine-${index}`);
        const pairs = [
          [shade(light, 7), '#ffffff'],
          [shade(light, 7), '#edf1ed'],
          [shade(light, 7), shade(light, 0)],
          [shade(light, 8), '#ffffff'],
          [shade(light, 9), shade(light, 1)],
          [shade(light, 9), shade(light, 2)],
          [of(light, '--pine-text'), of(light, '--pine-tint')],
          [of(light, '--pine-strong'), '#edf1ed'],
          [of(dark, '--mantine-color-pine-filled'), '#ffffff'],
          [of(dark, '--mantine-color-pine-filled-hover'), '#ffffff'],
          [of(dark, '--mantine-color-pine-light-color'), of(dark, '--mantine-color-pine-light')],
          [of(dark, '--mantine-color-pine-light-color'), of(dark, '--mantine-color-pine-light-hover')],
          [of(dark, '--pine-text'), of(dark, '--pine-tint')],
          [shade(dark, 4), '#1d2722'],
          [of(dark, '--pine-strong'), '#17201c'],
        ] as const;
        for (const [text, surface] of pairs) {
          expect(contrastOf(text, surface), `${text} on ${surface}`).toBeGreaterThanOrEqual(READABLE);
        }
      }),
    );
  });

  it('gives shades that get darker', () => {
    fc.assert(
      fc.property(color, (given) => {
        const shades = shadesOf(given).map(luminanceOf);
        expect(shades).toHaveLength(10);
        for (const [index, luminance] of shades.entries()) {
          if (index > 0) expect(luminance).toBeLessThanOrEqual(shades[index - 1] ?? 1);
        }
      }),
    );
  });
});

it('a readable color stays as it is, and the note says what dark mode shows', () => {
  expect(palettesOf('#14745a').light.accent).toBe('#14745a');
  expect(colorNote('#14745a')).toMatch(
    /^Buttons and links use #14745A, and links in dark mode use the lighter #[0-9A-F]{6}/,
  );
});

it('one sentence says what became of white on white', () => {
  const note = colorNote('#ffffff');
  expect(note).toMatch(/^#FFFFFF is too light to read next to white, so buttons and links use #[0-9A-F]{6}, and/);
  expect(note.match(/\./g)).toHaveLength(1);
});
