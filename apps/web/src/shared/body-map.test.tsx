import { MUSCLES, type Muscle } from '@stridewell/contract/exercises/exercises.rules';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../test/show.tsx';
import { BodyMap } from './body-map.tsx';

const LABEL = 'Bench press: chest, also triceps';

/** The shapes of a muscle in both views. */
const shapesOf = (muscle: Muscle) => [
  ...screen.getByRole('img').querySelectorAll<SVGPathElement>(`path[data-muscle="${muscle}"]`),
];
const sharesOf = (muscle: Muscle) => new Set(shapesOf(muscle).map((shape) => shape.style.getPropertyValue('--share')));
const isWorked = (muscle: Muscle) => shapesOf(muscle).some((shape) => shape.dataset.worked === 'true');

describe('the body map', () => {
  it.each(MUSCLES)('draws %s on both sides of the body', (muscle) => {
    show(<BodyMap shares={{}} label={LABEL} />);
    const shapes = shapesOf(muscle);
    expect(shapes.filter((shape) => shape.closest('g[transform^="matrix(-1"]')).length).toBe(shapes.length / 2);
    expect(shapes.length).toBeGreaterThanOrEqual(2);
    for (const shape of shapes) expect(shape.getAttribute('d')).toMatch(/^M[\d.]+ [\d.]+c[\d\s.cMz-]+z$/);
  });

  it('marks primary and secondary muscles differently and leaves the others neutral', () => {
    show(<BodyMap shares={{ chest: 1, triceps: 0.5, glutes: 0 }} label={LABEL} />);
    expect(sharesOf('chest')).toEqual(new Set(['1']));
    expect(sharesOf('triceps')).toEqual(new Set(['0.5']));
    expect(sharesOf('glutes')).toEqual(new Set(['']));
    expect(MUSCLES.filter(isWorked)).toEqual(['chest', 'triceps']);
  });

  it('is a picture with a label, as high as asked for', () => {
    show(<BodyMap shares={{ chest: 1 }} label={LABEL} size={120} />);
    expect(screen.getByRole('img', { name: LABEL }).getAttribute('height')).toBe('120');
  });
});
