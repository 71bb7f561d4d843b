import { QUEUE_LABELS } from '@stridewell/contract/jobs/jobs.rules';
import { expect, it } from 'vitest';
import { queues } from './jobs.ts';

it('each queue has one label for operators, and no label belongs to a removed queue', () => {
  expect(Object.keys(QUEUE_LABELS).sort()).toEqual(queues.map(({ name }) => name).sort());
  const labels = Object.values(QUEUE_LABELS);
  expect(new Set(labels).size).toBe(labels.length);
});
