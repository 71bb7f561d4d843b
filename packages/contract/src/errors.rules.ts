/** Features that an operator can turn off in an emergency. */
export const SWITCHES = [
  'coach_sign_up',
  'demo_bookings',
  'contact_form',
  'card_payments',
  'ai_drafting',
  'file_uploads',
] as const;
export type SwitchName = (typeof SWITCHES)[number];

/**
 * Person of a request, because it may have waited on a shared device. In another person's session the server answers
 * UNAUTHORIZED.
 */
export const USER_HEADER = 'x-user-id';

/**
 * Coach of a client's request, because the client may have switched coaches on another device. Defaults to the client's
 * current coach.
 */
export const COACH_HEADER = 'x-coach-id';
