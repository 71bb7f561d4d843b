import { email, line } from '@stridewell/contract/fields';
import { z } from 'zod';
import { digitsOf } from './billing.card.ts';

/** Schemas of the forms that pay. They load when a person begins with a form. */
const FEWEST_DIGITS = 12;

/** Cards are valid until the end of their month. */
function isAhead(expiry: string): boolean {
  const [month = 0, year = 0] = expiry.split('/').map(Number);
  return Date.UTC(2000 + year, month, 1) > Date.now();
}

/** A field with one problem at a time. */
const filled = (problem: string) => z.string().min(1, { error: problem, abort: true });

/** Says nothing about whether the card can pay. */
const cardFields = {
  cardNumber: filled('Please enter a card number').refine(
    (typed) => digitsOf(typed).length >= FEWEST_DIGITS,
    'Please enter the whole card number',
  ),
  expiry: filled('Please enter the expiry date')
    .regex(/^(0[1-9]|1[0-2])\/\d{2}$/, { error: 'Please enter it as month and year, like 12/28', abort: true })
    .refine(isAhead, 'This card has expired'),
  cvc: filled('Please enter the security code').min(3, 'Please enter 3 or 4 digits'),
};

export const card = z.object(cardFields);

export const cardOfBuyer = z.object({
  email,
  name: z.string().trim().min(1, { error: 'Please enter the name', abort: true }).pipe(line(120)),
  ...cardFields,
});
