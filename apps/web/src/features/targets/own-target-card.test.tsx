import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { mount } from '../../../test/mount.tsx';
import { server } from '../../../test/server.ts';
import { OwnTargetCard } from './own-target-card.tsx';

const reasons = {
  kcal: '450 kcal below expenditure.',
  protein: '2 g for each kg.',
  carbohydrate: 'The 716 kcal that protein and fat leave.',
  fat: '28% of the energy.',
  fibre: '14 g for each 1,000 kcal.',
  water: '2 L a day.',
};
const AVERAGE = { kcal: 1810, protein: 148, carbohydrate: 179, fat: 56 };

async function open(isTraining: boolean | null, changes: object) {
  const numbers = { ...AVERAGE, fibre: 25, waterLiters: 2, reasons, gap: null, ...changes };
  server.on('GET /rest/v1/targets/own', {
    day: '2026-03-02',
    target: { startsOn: '2026-03-02', isTraining, numbers },
  });
  await mount(<OwnTargetCard day={undefined} />);
  return (await screen.findByRole('region', { name: 'Your target and its reasons' })).textContent;
}

it('explains the mean of a week beside the numbers of the day', async () => {
  const text = await open(true, { kcal: 1920, carbohydrate: 206, average: AVERAGE });
  expect(text).toContain('1,920 kcal on this training day, 1,810 kcal a day on average.');
  expect(text).toContain('Energy: 1,810 kcal450 kcal below expenditure.');
  expect(text).toContain('Carbs: 179 gThe 716 kcal');
});

it('of equal days has one number, also in an answer that an earlier release kept', async () => {
  expect(await open(null, {})).toContain('1,810 kcal a day. This target started');
});

it('says why the log is too short after a gap', async () => {
  const gap = 'No day since Mon, Apr 6 has a complete log.';
  expect(await open(null, { average: AVERAGE, gap })).toContain(gap);
});
