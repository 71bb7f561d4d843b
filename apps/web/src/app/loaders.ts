import { notFound } from '@tanstack/react-router';
import { codeOf } from '../lib/errors.ts';

/** Waits for a page's data and shows the not-found page when the server refuses with one of these codes. */
export async function loadOrNotFound(data: Promise<unknown>, codes: readonly string[] = ['NOT_FOUND']): Promise<void> {
  try {
    await data;
  } catch (error) {
    if (codes.includes(codeOf(error) ?? '')) throw notFound();
    throw error;
  }
}
