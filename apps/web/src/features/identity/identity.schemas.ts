import { email, line, password, unitSystem } from '@stridewell/contract/fields';
import { z } from 'zod';

/** Schemas of the forms about a person's account. They load when a person begins with a form. */
const required = z.string().min(1, 'Please fill this in');

export const nameChange = z.object({ name: line(120) });

export const emailChange = (current: string) =>
  z.object({
    newEmail: email.refine((wanted) => wanted !== current, 'This is already your address'),
    password: required,
  });

export const passwordChange = z
  .object({
    currentPassword: required,
    newPassword: password,
    confirm: z.string(),
  })
  .refine(({ newPassword, confirm }) => newPassword === confirm, {
    path: ['confirm'],
    message: 'Passwords do not match',
  });

export const preferences = z.object({ unitSystem, timeZone: z.string() });
