/** Places for clients of a coach who has chosen no number. */
export const DEFAULT_PLACES = 30;
