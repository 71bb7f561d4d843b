import { parentPort, workerData } from 'node:worker_threads';
import type { BusyProblem } from './busy-times.ts';
import { type BusyTime, BusyTimesError, type BusyWindow, busyTimesOf } from './busy-times.ts';

/** Texts by key. */
export type BusyJob = { texts: readonly (readonly [key: string, text: string])[]; window: BusyWindow };
export type BusyAnswer = { key: string } & ({ times: BusyTime[] } | { problem: BusyProblem });

function answerTo(key: string, text: string, window: BusyWindow): BusyAnswer {
  try {
    return { key, times: busyTimesOf(text, window) };
  } catch (error) {
    // The library throws plain errors for values that it cannot read, such as a date without a month.
    return { key, problem: error instanceof BusyTimesError ? error.problem : 'unreadable' };
  }
}

const { texts, window }: BusyJob = workerData;
for (const [key, text] of texts) parentPort?.postMessage(answerTo(key, text, window));
