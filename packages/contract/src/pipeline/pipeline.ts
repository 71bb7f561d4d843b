import { z } from 'zod';
import { seatsFull } from '../clients/clients.errors.ts';
import { parseListCursor } from '../clients/clients.rules.ts';
import { startChoices } from '../clients/clients.start.rules.ts';
import { invitedClient } from '../clients/clients.ts';
import { procedure } from '../errors.ts';
import { cents, day, email, hasNoRepeats, id, instant, line, text } from '../fields.ts';
import { RELATIONSHIP_STATUSES } from '../people.rules.ts';
import { LEAD_BOUNDS, LEAD_SORTS, LEAD_STATUSES, LOST_REASONS } from './pipeline.rules.ts';

const status = z.enum(LEAD_STATUSES);
/** One line that may be empty, with the problems of `line`. */
const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Please use at most ${max} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Please remove line breaks and control characters');
/** A union of `email` and an empty text would not say what is wrong. */
const optionalEmail = z
  .string()
  .trim()
  .toLowerCase()
  .refine((value) => value === '' || email.safeParse(value).success, 'Please enter a valid email address');

/** A coach's input for a lead. Amounts are whole cents of the coach's currency. */
export const leadInput = z.object({
  name: line(LEAD_BOUNDS.name),
  email: optionalEmail,
  phone: optionalLine(LEAD_BOUNDS.phone),
  source: optionalLine(LEAD_BOUNDS.source),
  valueCents: cents
    .min(0, 'Please enter an amount of zero or more')
    .max(LEAD_BOUNDS.valueCents, 'Please enter an amount up to 10,000,000')
    .nullable(),
  lastContact: day.nullable(),
  followUpOn: day.nullable(),
  notes: text(LEAD_BOUNDS.notes),
});
export type LeadInput = z.infer<typeof leadInput>;

export const lead = leadInput.extend({
  id,
  email: z.string(),
  status,
  currency: z.string(),
  lostReason: z.enum(LOST_REASONS).nullable(),
  /** The client that the lead became. */
  clientId: id.nullable(),
  /** Counts the edits, so that two people cannot overwrite each other. */
  version: z.int(),
  statusSince: instant,
  createdAt: instant,
});
export type Lead = z.infer<typeof lead>;

/** Amounts of several currencies are never added together. */
const amounts = z.array(z.object({ currency: z.string(), cents }));

export const boardColumn = z.object({
  status,
  /** All leads of the column; `leads` holds those that came into it last. */
  count: z.int(),
  values: amounts,
  leads: z.array(lead),
});
export type BoardColumn = z.infer<typeof boardColumn>;

/** What a coach enters for a new task. */
export const leadTaskInput = z.object({ text: line(LEAD_BOUNDS.task), dueOn: day.nullable() });

export const leadTask = z.object({
  id,
  text: z.string(),
  dueOn: day.nullable(),
  done: z.boolean(),
});
export type LeadTask = z.infer<typeof leadTask>;

export const LEAD_EVENT_KINDS = ['created', 'moved', 'mailed', 'task_done', 'merged', 'invited', 'booked'] as const;
/**
 * `visitor`: the person themselves, through the coach's form. `flow`: an automatic mail. `crm`: a change in the coach's
 * CRM.
 */
export const LEAD_ACTORS = ['coach', 'visitor', 'import', 'flow', 'crm'] as const;
export type LeadActor = (typeof LEAD_ACTORS)[number];

/** One line of a lead's timeline. */
export const leadEvent = z.object({
  id,
  kind: z.enum(LEAD_EVENT_KINDS),
  from: status.nullable(),
  to: status.nullable(),
  actor: z.enum(LEAD_ACTORS),
  at: instant,
  lostReason: z.enum(LOST_REASONS).nullable(),
  /** Subject of a mail, text of a task, or name of a merged lead. */
  title: z.string(),
  /** Text of a mail. */
  text: z.string(),
});
export type LeadEvent = z.infer<typeof leadEvent>;

/** Another lead with the same email address or phone number. */
export const duplicateLead = z.object({ id, name: z.string(), email: z.string(), phone: z.string(), status });
export type DuplicateLead = z.infer<typeof duplicateLead>;

export const leadDetail = z.object({
  lead,
  tasks: z.array(leadTask),
  /** Newest first, at most 200. */
  events: z.array(leadEvent),
  duplicates: z.array(duplicateLead),
  today: day,
  timeZone: z.string(),
});
export type LeadDetail = z.infer<typeof leadDetail>;

/** Filters that the board and the list share. */
const q = z
  .string()
  .trim()
  .max(120)
  .regex(/^\P{Cc}*$/u)
  .default('');

export const leadSelection = z.object({
  q,
  status: status.optional(),
  sort: z.enum(LEAD_SORTS).default('newest'),
});
export type LeadSelection = z.infer<typeof leadSelection>;

/** A mail that the coach writes to a lead. */
export const leadMailInput = z.object({
  subject: line(LEAD_BOUNDS.subject),
  text: text(LEAD_BOUNDS.mail).min(1, 'Please write something'),
});

/** The coach's form for visitors. It is open at `/c/{slug}` while it is enabled. */
export const leadForm = z.object({
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .min(3, 'Please use at least 3 characters')
    .max(LEAD_BOUNDS.slug, `Please use at most ${LEAD_BOUNDS.slug} characters`)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Please use letters, digits and single hyphens'),
  heading: line(LEAD_BOUNDS.heading),
  intro: text(LEAD_BOUNDS.intro),
  enabled: z.boolean(),
  /** The session that visitors can book at `/c/{slug}/book`; null for none. */
  bookingTypeId: id.nullable(),
});
export type LeadForm = z.infer<typeof leadForm>;

/** A visitor's submission of the form. */
export const capturedLead = z.object({
  name: line(LEAD_BOUNDS.name),
  email,
  phone: optionalLine(LEAD_BOUNDS.phone),
  message: text(LEAD_BOUNDS.message),
});
export type CapturedLead = z.infer<typeof capturedLead>;

/** A lead of a file; the sender makes the id. */
export const importedLead = z.object({ id, lead: leadInput.extend({ status }) });
export type ImportedLead = z.infer<typeof importedLead>;

const leadKey = { coachId: id, leadId: id };

const CHANGED = {
  status: 409,
  message: 'This lead was changed elsewhere. Please look at it again.',
  data: z.object({ lead }),
};
const DUPLICATE = {
  status: 409,
  message: 'You already have a lead with this email address or phone number.',
  data: z.object({ duplicates: z.array(duplicateLead) }),
};
const TOO_MANY = {
  status: 409,
  message: `You can have up to ${LEAD_BOUNDS.perCoach.toLocaleString('en-US')} leads. Delete some that you no longer need.`,
};
const IN_FUTURE = { status: 400, message: 'The last contact cannot be in the future.' };

export const pipeline = {
  getBoard: procedure({ allow: 'coach', whileViewing: true })
    .route({ method: 'GET', path: '/leads/board', tags: ['pipeline'], summary: 'Get the leads of a coach by status' })
    .input(z.object({ coachId: id, q }))
    .output(z.object({ columns: z.array(boardColumn), today: day, currency: z.string() })),
  listLeads: procedure({ allow: 'coach', whileViewing: true })
    .route({ method: 'GET', path: '/leads', tags: ['pipeline'], summary: 'List the leads of a coach' })
    .input(
      leadSelection.extend({
        coachId: id,
        cursor: z
          .string()
          .max(1000)
          .regex(/^\P{Cc}*~\P{Cc}{36}$/u)
          .refine((cursor) => id.safeParse(parseListCursor(cursor).id).success)
          .optional(),
      }),
    )
    .output(z.object({ leads: z.array(lead), total: z.int(), today: day, nextCursor: z.string().nullable() })),
  getLeadForm: procedure({ allow: 'coach', whileViewing: true })
    .route({
      method: 'GET',
      path: '/lead_form',
      tags: ['pipeline'],
      summary: "Get the coach's form for visitors, or null",
    })
    .input(z.object({ coachId: id }))
    .output(
      z.object({
        form: leadForm.nullable(),
        /** Where the form is, without a path: the coach's domain, or the product's. */
        appUrl: z.string(),
        /** Session types that visitors could book. */
        types: z.array(z.object({ id, name: z.string(), minutes: z.int() })),
        /** Whether the coach has set hours in which clients and visitors can book. */
        hasHours: z.boolean(),
      }),
    ),
  saveLeadForm: procedure({ allow: 'coach' })
    .route({ method: 'PUT', path: '/lead_form', tags: ['pipeline'], summary: "Save the coach's form for visitors" })
    .input(leadForm.extend({ coachId: id }))
    .output(leadForm)
    .errors({ SLUG_TAKEN: { status: 409, message: 'This address is taken. Please choose another one.' } }),
  getLead: procedure({ allow: 'coach' })
    .route({
      method: 'GET',
      path: '/leads/{leadId}',
      tags: ['pipeline'],
      summary: 'Get a lead with tasks, timeline and possible duplicates',
    })
    .input(z.object(leadKey))
    .output(leadDetail),
  createLead: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/leads/{leadId}',
      tags: ['pipeline'],
      summary: 'Add a lead; the sender creates the id, and repeating adds it once',
    })
    .input(z.object({ ...leadKey, lead: leadInput, despiteDuplicates: z.boolean() }))
    .output(lead)
    .errors({ DUPLICATE_LEAD: DUPLICATE, TOO_MANY_LEADS: TOO_MANY, CONTACT_IN_FUTURE: IN_FUTURE }),
  importLeads: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/leads/import',
      tags: ['pipeline'],
      summary: 'Import leads of a file that the coach does not have yet; repeating changes nothing',
    })
    .input(
      z.object({
        coachId: id,
        importId: id,
        leads: z
          .array(importedLead)
          .min(1)
          .max(LEAD_BOUNDS.perRequest)
          .refine((leads) => hasNoRepeats(leads.map((one) => one.id)), 'Please send each lead once'),
        /** Answers what would be added, and stores nothing. */
        dryRun: z.boolean(),
      }),
    )
    .output(z.object({ added: z.int(), known: z.int() }))
    .errors({ TOO_MANY_LEADS: TOO_MANY, CONTACT_IN_FUTURE: IN_FUTURE }),
  undoImport: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/lead_imports/{importId}',
      tags: ['pipeline'],
      summary: 'Delete the leads of an import that were not changed since; repeating changes nothing',
    })
    .input(z.object({ coachId: id, importId: id }))
    .output(z.object({ deleted: z.int() })),
  updateLead: procedure({ allow: 'coach' })
    .route({ method: 'PUT', path: '/leads/{leadId}', tags: ['pipeline'], summary: 'Change a lead' })
    .input(
      z.object({
        ...leadKey,
        lead: leadInput,
        /** Version that the coach edited. */
        basedOn: z.int().min(1).max(1_000_000),
        despiteDuplicates: z.boolean(),
      }),
    )
    .output(lead)
    .errors({ LEAD_CHANGED: CHANGED, DUPLICATE_LEAD: DUPLICATE, CONTACT_IN_FUTURE: IN_FUTURE }),
  moveLead: procedure({ allow: 'coach' })
    .route({
      method: 'PATCH',
      path: '/leads/{leadId}/status',
      tags: ['pipeline'],
      summary: 'Give a lead another status; repeating changes nothing',
    })
    .input(
      z.object({
        ...leadKey,
        /** Status that the coach saw. */
        from: status,
        to: status,
        lostReason: z.enum(LOST_REASONS).nullable(),
      }),
    )
    .output(lead)
    .errors({ LEAD_MOVED: CHANGED }),
  deleteLead: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/leads/{leadId}',
      tags: ['pipeline'],
      summary: 'Delete a lead with everything about it; repeating changes nothing',
    })
    .input(z.object(leadKey))
    .output(z.object({ leadId: id })),
  mergeLead: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/leads/{leadId}/merge',
      tags: ['pipeline'],
      summary: 'Merge another lead into this one and delete the other',
    })
    .input(z.object({ ...leadKey, otherId: id }))
    .output(lead)
    .errors({ ALREADY_CLIENT: { status: 409, message: 'The other lead is a client already. Merge into that one.' } }),
  saveLeadTask: procedure({ allow: 'coach' })
    .route({
      method: 'POST',
      path: '/leads/{leadId}/tasks/{taskId}',
      tags: ['pipeline'],
      summary: 'Add or change a task of a lead; repeating changes nothing',
    })
    .input(leadTaskInput.extend({ ...leadKey, taskId: id, done: z.boolean() }))
    .output(leadTask)
    .errors({
      TOO_MANY_TASKS: { status: 409, message: `A lead can have up to ${LEAD_BOUNDS.tasks} tasks. Delete some first.` },
    }),
  deleteLeadTask: procedure({ allow: 'coach' })
    .route({
      method: 'DELETE',
      path: '/leads/{leadId}/tasks/{taskId}',
      tags: ['pipeline'],
      summary: 'Delete a task of a lead; repeating changes nothing',
    })
    .input(z.object({ ...leadKey, taskId: id }))
    .output(z.object({ taskId: id })),
  mailLead: procedure({ allow: 'coach', verifiedEmail: true })
    .route({
      method: 'POST',
      path: '/leads/{leadId}/mails/{mailId}',
      tags: ['pipeline'],
      summary: 'Mail a lead in the name of the coach, who gets the replies; repeating sends one mail',
    })
    .input(leadMailInput.extend({ ...leadKey, mailId: id }))
    .output(z.object({ mailId: id }))
    .errors({ NO_ADDRESS: { status: 409, message: 'This lead has no email address.' } }),
  convertLead: procedure({ allow: 'coach', verifiedEmail: true })
    .route({
      method: 'POST',
      path: '/leads/{leadId}/client',
      tags: ['pipeline'],
      summary: 'Invite a lead as a client and mark the lead as won; repeating changes nothing',
    })
    .input(z.object({ ...leadKey, clientId: id, start: startChoices.default({}) }))
    .output(invitedClient)
    .errors({
      NO_ADDRESS: { status: 409, message: 'This lead has no email address. Add one to send the invitation.' },
      SEATS_FULL: seatsFull,
      ID_TAKEN: { status: 409, message: 'This client was added already. Please reload the page.' },
      DUPLICATE_CLIENT: {
        status: 409,
        message: 'You already have a client with this email address.',
        data: z.object({
          clientId: id,
          fullName: z.string(),
          status: z.enum(RELATIONSHIP_STATUSES),
          accepted: z.boolean(),
        }),
      },
    }),
};
