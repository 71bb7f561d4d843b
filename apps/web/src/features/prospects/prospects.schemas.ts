import { text } from '@stridewell/contract/fields';
import { PROSPECT_BOUNDS } from '@stridewell/contract/prospects/prospects.rules';
import { z } from 'zod';

/** A note about a prospect. It loads when an operator begins to write. */
export const note = z.object({ text: text(PROSPECT_BOUNDS.note).min(1, 'Please write something') });
