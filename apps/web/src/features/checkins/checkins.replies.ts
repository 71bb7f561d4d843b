/** What every coach says now and then; their own come before. */
export const BUILT_IN_REPLIES = [
  'Great week. Keep everything as it is.',
  'Thank you. I will adjust the plan and write to you today.',
  'Sounds like a hard week. What would make the next one easier?',
] as const;
