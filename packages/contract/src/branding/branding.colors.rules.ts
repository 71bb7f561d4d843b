/** Colors of a brand: the shades of one color, each as bright as the product's, so that everything stays readable. */

type Rgb = readonly [red: number, green: number, blue: number];

/** `#rrggbb` */
export const HEX_COLOR = /^#[0-9a-f]{6}$/;

const channelsOf = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as never;
const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance [WCAG 2.2]. */
export function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast of two colors, from 1 to 21 [WCAG 2.2]. */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const STEPS = 1000;

/** The color mixed with white or black until it is as bright as `luminance`, or the next step beyond. */
export function tonedTo(hex: string, luminance: number): string {
  const channels = channelsOf(hex);
  const isDarker = luminanceOf(hex) < luminance;
  const mixed = (step: number) =>
    hexOf(
      channels.map((value) =>
        isDarker ? Math.ceil(value + ((255 - value) * step) / STEPS) : Math.floor((value * (STEPS - step)) / STEPS),
      ),
    );
  const isReached = (step: number) =>
    isDarker ? luminanceOf(mixed(step)) >= luminance : luminanceOf(mixed(step)) <= luminance;
  let [from, to] = [0, STEPS];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (isReached(middle)) to = middle;
    else from = middle + 1;
  }
  return mixed(from);
}

const like = (color: string, model: string): string => tonedTo(color, luminanceOf(model));

/** The shades of the product, whose brightness a brand keeps. */
const SHADES = [
  '#eaf6f1',
  '#d3eadf',
  '#a6d6c2',
  '#76c1a3',
  '#4fae88',
  '#359f77',
  '#21886a',
  '#14745a',
  '#0c5d48',
  '#064636',
] as const;
const MAIN = 7;

const WHITE = '#ffffff';
/** The darkest surface in light mode that has links and text in the brand's color. */
const LIGHT_SURFACE = '#edf1ed';
/** WCAG AA asks for 4.5. The rest is for rounding. */
const READABLE = 4.55;
const MOST_LUMINANCE = (luminanceOf(LIGHT_SURFACE) + 0.05) / READABLE - 0.05;

/** Colors of a page in light or dark: the page itself, its buttons and links, and the text on buttons. */
export type Palette = { paper: string; accent: string; onAccent: string };

/** Buttons and links in light and dark, for pages and mails without the app's styles. */
export function palettesOf(color: string): { light: Palette; dark: Palette } {
  const accent = luminanceOf(color) <= MOST_LUMINANCE ? color : tonedTo(color, MOST_LUMINANCE);
  return {
    light: { paper: '#fbfcfa', accent, onAccent: WHITE },
    dark: { paper: '#0e1512', accent: like(color, SHADES[3]), onAccent: '#0e1512' },
  };
}

/** Buttons and links of the app, whose buttons have white text in dark mode, too. */
export function appPalettesOf(color: string): { light: Palette; dark: Palette } {
  const { light, dark } = palettesOf(color);
  return { light, dark: { ...dark, accent: like(color, SHADES[MAIN]), onAccent: WHITE } };
}

/** The ten shades of the app in light mode. Buttons have the brand's own color where white text can be read on it. */
export function shadesOf(color: string): string[] {
  const main = palettesOf(color).light.accent;
  const darker = (share: number, model: string) =>
    tonedTo(main, Math.min(luminanceOf(model), luminanceOf(main) * share));
  return SHADES.map((model, index) => {
    if (index < MAIN) return like(color, model);
    if (index === MAIN) return main;
    return darker(index === 8 ? 0.65 : 0.35, model);
  });
}

/** The app's own names for shades between the ten, with the product's colors. */
const LIGHT_NAMES = {
  '--pine-tint': '#eaf6f1',
  '--pine-text': '#0c5d48',
  '--pine-strong': '#14745a',
  '--pine-mark': '#14745a',
  '--pine-deep': '#0a4a39',
  '--track': '#e3f1ea',
};
const DARK_NAMES = {
  '--pine-tint': '#14322a',
  '--pine-text': '#a6d6c2',
  '--pine-strong': '#76c1a3',
  '--pine-mark': '#4fae88',
  '--pine-deep': '#12392e',
  '--mantine-color-pine-filled': '#14745a',
  '--mantine-color-pine-filled-hover': '#0c5d48',
  '--mantine-color-pine-light': '#17392f',
  '--mantine-color-pine-light-hover': '#1d483b',
  '--mantine-color-pine-light-color': '#a6d6c2',
};

const declarations = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

const likeAll = (color: string, names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(names).map(([name, model]) => [name, like(color, model)]));

/**
 * The rules that give the app, or the part of it below `root`, the colors of a brand.
 * @param root a selector as specific as two classes, which wins over the component library
 */
export function brandStyles(color: string, root = ':root:root'): string {
  const shades = Object.fromEntries(shadesOf(color).map((shade, index) => [`--mantine-color-pine-${index}`, shade]));
  const dark = `${root}[data-mantine-color-scheme=dark]`;
  const { accent } = palettesOf(color).light;
  const light = { ...shades, ...likeAll(color, LIGHT_NAMES), '--pine-strong': accent, '--pine-mark': accent };
  return `${root}{${declarations(light)}}${dark}{${declarations(likeAll(color, DARK_NAMES))}}`;
}

/** Says in one sentence how the color was changed to stay readable. */
export function colorNote(color: string): string {
  const { light, dark } = palettesOf(color);
  const shown = (hex: string) => hex.toUpperCase();
  if (light.accent === color) {
    return `Buttons and links use ${shown(color)}, and links in dark mode use the lighter ${shown(dark.accent)} to stay readable.`;
  }
  return `${shown(color)} is too light to read next to white, so buttons and links use ${shown(light.accent)}, and ${shown(dark.accent)} in dark mode.`;
}
