import { expect, it } from 'vitest';
import { PROMPT_SECONDS, replyFigures } from './performance.replies.rules.ts';

it('waits are summed up by the median and the share within a day', () => {
  const answered = (seconds: number) => ({ seconds, answered: true });
  const open = (seconds: number) => ({ seconds, answered: false });
  expect(replyFigures([])).toEqual({ answered: 0, waiting: 0, medianSeconds: null, promptPercent: null });
  // Waits of less than a day can still be answered in time.
  expect(replyFigures([open(PROMPT_SECONDS)])).toMatchObject({ waiting: 0, promptPercent: null });
  expect(replyFigures([answered(60), answered(PROMPT_SECONDS), open(PROMPT_SECONDS + 1), open(5)])).toEqual({
    answered: 2,
    waiting: 1,
    medianSeconds: (60 + PROMPT_SECONDS) / 2,
    promptPercent: 67,
  });
});
