import { median } from 'simple-statistics';

/** Something that waited for the coach: seconds until the answer, or until now while there is none. */
export type Wait = { seconds: number; answered: boolean };

/** A wait up to this counts as answered within a day. */
export const PROMPT_SECONDS = 86_400;

export type ReplyFigures = {
  answered: number;
  /** Without an answer for more than a day. */
  waiting: number;
  /** Of those with an answer; null without any. */
  medianSeconds: number | null;
  /** Share with an answer within a day, of those with an answer or more than a day old; null without any. */
  promptPercent: number | null;
};

export const medianOf = (values: readonly number[]): number | null => (values.length > 0 ? median([...values]) : null);

/** Median time to an answer, and how many came within a day. What has waited for less than a day is not counted yet. */
export function replyFigures(waits: readonly Wait[]): ReplyFigures {
  const answered = waits.flatMap((wait) => (wait.answered ? [wait.seconds] : []));
  const waiting = waits.filter((wait) => !wait.answered && wait.seconds > PROMPT_SECONDS).length;
  const counted = answered.length + waiting;
  const prompt = answered.filter((seconds) => seconds <= PROMPT_SECONDS).length;
  return {
    answered: answered.length,
    waiting,
    medianSeconds: medianOf(answered),
    promptPercent: counted > 0 ? Math.round((100 * prompt) / counted) : null,
  };
}
