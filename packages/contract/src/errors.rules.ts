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
