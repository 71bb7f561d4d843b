import { parentPort, workerData } from 'node:worker_threads';
import type { BusyProblem } from './busy-times.ts';
import { type BusyTime, BusyTimesError, type BusyWindow, busyTimesOf, timesOfSingle } from './busy-times.ts';

/** A text by its key: a calendar, or an event whose own time is asked for. */
export type BusyText = readonly [key: string, text: string, of?: 'event'];
export type BusyJob = { texts: readonly BusyText[]; window: BusyWindow };
export type BusyAnswer = { key: string } & ({ times: BusyTime[] } | { problem: BusyProblem });

const { texts, window }: BusyJob = workerData;

function answerTo([key, text, of]: BusyText): BusyAnswer {
  try {
    return { key, times: of === 'event' ? timesOfSingle(text, window) : busyTimesOf(text, window) };
  } catch (error) {
    // The library throws plain errors for values that it cannot read, such as a date without a month.
    return { key, problem: error instanceof BusyTimesError ? error.problem : 'unreadable' };
  }
}

for (const text of texts) parentPort?.postMessage(answerTo(text));
