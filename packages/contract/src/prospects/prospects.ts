import { z } from 'zod';
import { procedure } from '../errors.ts';
import { day, id, instant, line, text, timeCursor, version } from '../fields.ts';
import {
  CONVERSION_GROUPS,
  PROSPECT_BOUNDS,
  PROSPECT_LOST_REASONS,
  PROSPECT_STAGES,
  TOUCH_KINDS,
} from './prospects.rules.ts';

const PAGE = 50;
const stage = z.enum(PROSPECT_STAGES);

/** A person who may become a paying coach. */
export const prospect = z.object({
  id,
  name: z.string(),
  email: z.string(),
  business: z.string(),
  phone: z.string(),
  stage,
  stageSince: instant,
  lostReason: z.enum(PROSPECT_LOST_REASONS).nullable(),
  firstTouch: z.enum(TOUCH_KINDS),
  firstTouchAt: instant,
  /** How the person says that they found the platform; empty when they did not say. */
  heardFrom: z.string(),
  nextStep: z.string(),
  nextStepOn: day.nullable(),
  /** The coach that the prospect became. */
  coachId: id.nullable(),
  version: z.int(),
});
export type Prospect = z.infer<typeof prospect>;

export const prospectColumn = z.object({
  stage,
  /** All prospects of the stage, counted up to `PROSPECT_BOUNDS.counted`. */
  count: z.int(),
  /** Those who came into it last. */
  prospects: z.array(prospect),
});
export type ProspectColumn = z.infer<typeof prospectColumn>;

export const prospectTouch = z.object({
  kind: z.enum(TOUCH_KINDS),
  /** The contact form, demo request or booking. */
  subjectId: id,
  heardFrom: z.string(),
  at: instant,
});
export type ProspectTouch = z.infer<typeof prospectTouch>;

export const prospectEvent = z.object({
  id,
  kind: z.enum(['moved', 'note']),
  from: stage.nullable(),
  to: stage.nullable(),
  lostReason: z.enum(PROSPECT_LOST_REASONS).nullable(),
  text: z.string(),
  /** The operator; null when the stage followed from a touch. */
  author: z.string().nullable(),
  at: instant,
});
export type ProspectEvent = z.infer<typeof prospectEvent>;

/** Newest first. */
export const prospectDetail = z.object({
  prospect,
  touches: z.array(prospectTouch),
  events: z.array(prospectEvent),
});
export type ProspectDetail = z.infer<typeof prospectDetail>;

export const conversionRow = z.object({
  /** A kind of touch, or how prospects say they found us. */
  source: z.string(),
  prospects: z.int(),
  demos: z.int(),
  trials: z.int(),
  won: z.int(),
});
export type ConversionRow = z.infer<typeof conversionRow>;

const q = z
  .string()
  .trim()
  .max(PROSPECT_BOUNDS.search)
  .regex(/^\P{Cc}*$/u)
  .default('');
const prospectKey = { prospectId: id };
const CHANGED = {
  status: 409,
  message: 'Another operator changed this prospect meanwhile. Please look at it again.',
  data: z.object({ prospect }),
};
const tags = ['prospects'];
const path = '/operator/prospects/{prospectId}' as const;

/** Fields that operators may correct. The email address connects a prospect with their touches, so it stays. */
export const prospectInput = z.object({
  name: line(PROSPECT_BOUNDS.name),
  business: text(PROSPECT_BOUNDS.business),
  phone: text(PROSPECT_BOUNDS.phone),
  nextStep: text(PROSPECT_BOUNDS.nextStep),
  nextStepOn: day.nullable(),
});
export type ProspectInput = z.infer<typeof prospectInput>;

export const prospects = {
  getProspectBoard: procedure({ allow: 'operator', right: 'pipeline' })
    .route({ method: 'GET', path: '/operator/prospect-board', tags, summary: 'Get the prospects by stage' })
    .input(z.object({ q }))
    .output(z.object({ columns: z.array(prospectColumn) })),
  listProspects: procedure({ allow: 'operator', right: 'pipeline' })
    .route({
      method: 'GET',
      path: '/operator/prospects',
      tags,
      summary: `List the prospects, those with the newest first touch first, ${PAGE} at a time`,
    })
    .input(z.object({ q, stage: stage.optional(), cursor: timeCursor }))
    .output(z.object({ prospects: z.array(prospect), nextCursor: z.string().nullable() })),
  getConversion: procedure({ allow: 'operator', right: 'pipeline' })
    .route({
      method: 'GET',
      path: '/operator/prospect-conversion',
      tags,
      summary: 'Get how far the prospects of a period came, by source',
    })
    .input(
      z.object({
        days: z.coerce.number().pipe(z.union([z.literal(30), z.literal(90), z.literal(365)])),
        by: z.enum(CONVERSION_GROUPS),
      }),
    )
    .output(z.object({ rows: z.array(conversionRow) })),
  getProspect: procedure({ allow: 'operator', right: 'pipeline' })
    .route({ method: 'GET', path, tags, summary: 'Get a prospect with touches, stages and notes' })
    .input(z.object(prospectKey))
    .output(prospectDetail),
  moveProspect: procedure({ allow: 'operator', right: 'pipeline' })
    .route({ method: 'POST', path: `${path}/stage`, tags, summary: 'Move a prospect to another stage' })
    .errors({ PROSPECT_MOVED: { ...CHANGED, message: 'Another operator moved this prospect meanwhile.' } })
    .input(
      z
        .object({
          ...prospectKey,
          /** The stage that the operator saw. */
          from: stage,
          to: stage,
          lostReason: z.enum(PROSPECT_LOST_REASONS).nullable(),
        })
        .refine(({ to, lostReason }) => to !== 'lost' || lostReason !== null, 'Please choose a reason'),
    )
    .output(z.object({ prospect })),
  updateProspect: procedure({ allow: 'operator', right: 'pipeline' })
    .route({ method: 'PUT', path, tags, summary: 'Change a prospect and their next step' })
    .errors({ PROSPECT_CHANGED: CHANGED })
    .input(z.object({ ...prospectKey, prospect: prospectInput, version: version.min(1) }))
    .output(z.object({ prospect })),
  addProspectNote: procedure({ allow: 'operator', right: 'pipeline' })
    .route({
      method: 'POST',
      path: `${path}/notes`,
      tags,
      summary: 'Add a note about a prospect; repeating the id changes nothing',
    })
    .input(z.object({ ...prospectKey, noteId: id, text: text(PROSPECT_BOUNDS.note).min(1, 'Please write something') }))
    .output(z.object({})),
  deleteProspect: procedure({ allow: 'operator', right: 'pipeline' })
    .route({ method: 'DELETE', path, tags, summary: 'Delete a prospect with their touches and notes' })
    .input(z.object(prospectKey))
    .output(z.object({})),
};
