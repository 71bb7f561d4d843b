import { z } from 'zod';
import { instant } from '../fields.ts';
import { DRAFT_FALLBACKS } from './planner.rules.ts';

/** Sentences. A client with a block gets no draft; cautions are for the coach to know. */
export const screening = z.object({ blocks: z.array(z.string()), cautions: z.array(z.string()) });
export type Screening = z.infer<typeof screening>;

/** How a draft came about. */
export const provenance = z.object({
  draftedBy: z.enum(['engine', 'model']),
  /** Null unless the model drafted it. */
  model: z.string().nullable(),
  rulesVersion: z.string(),
  /** SHA-256 of what the model was asked, in hex; null where none was asked. */
  promptHash: z.string().nullable(),
  /** Problems with the model's answers, in sentences. */
  violations: z.array(z.string()),
  repairs: z.int(),
  /** Why the rules drafted it although a model is configured. */
  fallback: z.enum(DRAFT_FALLBACKS).nullable(),
  draftedAt: instant,
});
export type Provenance = z.infer<typeof provenance>;
