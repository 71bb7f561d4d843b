import { email, energyUnit, line, password, unitSystem } from '@stridewell/contract/fields';
import { z } from 'zod';

/** Schemas of the forms about a person's account. They load when a person begins with a form. */
const required = z.string().min(1, 'Please fill this in');

export const nameChange = z.object({ name: line(120) });

export const emailChange = (current: string) =>
  z.object({
    newEmail: email.refine((wanted) => wanted !== current, 'This is already your address'),
    password: required,
  });

const newPassword = { newPassword: password, confirm: z.string() };
const areSame = (typed: { newPassword: string; confirm: string }) => typed.newPassword === typed.confirm;
const DIFFERENT = { path: ['confirm'], message: 'Passwords do not match' };

export const passwordReset = z.object(newPassword).refine(areSame, DIFFERENT);

export const passwordChange = z.object({ currentPassword: required, ...newPassword }).refine(areSame, DIFFERENT);

export const preferences = z.object({ unitSystem, energyUnit, timeZone: z.string() });
