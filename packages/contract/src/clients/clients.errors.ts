import { z } from 'zod';
import { relationshipStatus } from '../fields.ts';

export const seatsFull = {
  status: 409,
  message: 'Your plan has no room for another client.',
  data: z.object({ plan: z.string(), cap: z.int() }),
};

/** Refusals of a change of status. */
export const statusErrors = {
  SEATS_FULL: seatsFull,
  STATUS_CHANGED: {
    status: 409,
    message: 'This client has changed in the meantime. Please check their status.',
    data: z.object({ status: relationshipStatus }),
  },
} as const;
