import { createHash } from 'node:crypto';
import type { CrmDeals } from '@stridewell/contract/crm/crm';
import type { CrmFieldMapping, CrmStages } from '@stridewell/contract/crm/crm.rules';
import type { RelationshipStatus } from '@stridewell/contract/people.rules';
import { LEAD_STATUS_LABELS, LEAD_STATUSES, type LeadStatus } from '@stridewell/contract/pipeline/pipeline.rules';

type Properties = Record<string, string>;
/** Digests of the values that HubSpot is known to have, by property. */
export type Known = Record<string, string>;

/** A lead or a client as a contact. */
export type Person = {
  kind: 'lead' | 'client';
  id: string;
  name: string;
  email: string;
  phone: string;
  status: LeadStatus | RelationshipStatus;
  /** The last edit of name or phone number. */
  changedAt: Date;
};

/** A digest of one value. Equal values of different properties have different digests. */
export const digestOf = (property: string, value: string): string =>
  createHash('sha256').update(`${property}\n${value}`).digest('base64url').slice(0, 22);

/** A digest of all properties. */
export const digestOfAll = (properties: Properties): string =>
  digestOf('', JSON.stringify(Object.entries(properties).sort()));

export const knownOf = (properties: Properties): Known =>
  Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, digestOf(name, value)]));

/** The properties whose values HubSpot does not have. */
export const changesOf = (properties: Properties, known: Known): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([name, value]) => known[name] !== digestOf(name, value)));

/** HubSpot's own properties for a status know only their own words. */
const LIFECYCLE: Record<Person['status'], string> = {
  new: 'lead',
  pitched: 'lead',
  trial: 'opportunity',
  won: 'customer',
  lost: 'other',
  invited: 'opportunity',
  declined: 'other',
  active: 'customer',
  paused: 'customer',
  archived: 'other',
  ended: 'other',
};
const LEAD_STATUS: Record<Person['status'], string> = {
  new: 'NEW',
  pitched: 'IN_PROGRESS',
  trial: 'OPEN_DEAL',
  won: 'CONNECTED',
  lost: 'UNQUALIFIED',
  invited: 'OPEN_DEAL',
  declined: 'UNQUALIFIED',
  active: 'CONNECTED',
  paused: 'CONNECTED',
  archived: 'UNQUALIFIED',
  ended: 'UNQUALIFIED',
};
const WORDS: Record<Person['status'], string> = {
  ...LEAD_STATUS_LABELS,
  invited: 'Invited client',
  declined: 'Declined invitation',
  active: 'Active client',
  paused: 'Paused client',
  archived: 'Archived client',
  ended: 'Former client',
};

const statusValue = (property: string, status: Person['status']): string => {
  if (property === LIFECYCLE_PROPERTY) return LIFECYCLE[status];
  return property === 'hs_lead_status' ? LEAD_STATUS[status] : WORDS[status];
};

/** HubSpot ignores an earlier stage of this property unless it is emptied first. */
export const LIFECYCLE_PROPERTY = 'lifecyclestage';

type Name = { first: string; last: string };

/** Splits a name where HubSpot has it split, or else before its last word. */
function splitName(name: string, { firstName, lastName }: CrmFieldMapping, known: Known): Name {
  const words = name.split(' ');
  const splits = words.map((_, at) => {
    const cut = words.length - at;
    return { first: words.slice(0, cut).join(' '), last: words.slice(cut).join(' ') };
  });
  const isKnown = ({ first, last }: Name) =>
    (firstName !== null || lastName !== null) &&
    (firstName === null || known[firstName] === digestOf(firstName, first)) &&
    (lastName === null || known[lastName] === digestOf(lastName, last));
  return splits.find(isKnown) ?? splits[1] ?? { first: name, last: '' };
}

/** The properties of a person in HubSpot, as the coach maps them. */
export function propertiesOf(person: Person, fields: CrmFieldMapping, known: Known): Properties {
  const { first, last } = splitName(person.name, fields, known);
  const values = [
    [fields.firstName, first],
    [fields.lastName, last],
    [fields.email, person.email],
    [fields.phone, person.phone],
    [fields.status, fields.status && statusValue(fields.status, person.status)],
  ] as const;
  return Object.fromEntries(
    values.flatMap(([name, value]) => (name === null || value === null ? [] : [[name, value]])),
  );
}

export type DealOf = { name: string; status: LeadStatus; valueCents: number | null };

/** The properties of a lead's deal. A status without a stage leaves the stage as it is. */
export function dealPropertiesOf({ name, status, valueCents }: DealOf, { pipelineId, stages }: CrmDeals): Properties {
  const stage = stages[status];
  return {
    dealname: name,
    amount: valueCents === null ? '' : (valueCents / 100).toFixed(2),
    ...(stage !== null && { pipeline: pipelineId, dealstage: stage }),
  };
}

/** The status of a stage. Several statuses may share a stage, so the present one stays if it can. */
const statusOf = (stage: string, present: LeadStatus, stages: CrmStages): LeadStatus | undefined =>
  stages[present] === stage ? present : LEAD_STATUSES.find((status) => stages[status] === stage);

/** A value on both sides, and what HubSpot was last known to have. */
type Sides = { property: string; ours: string; theirs: string; known: Known };

/** Whether HubSpot's value replaces ours: it changed there, and later than here. */
function isTheirs({ property, ours, theirs, known }: Sides, at: { ours: Date; theirs: Date }): boolean {
  const before = known[property];
  if (before === undefined || ours === theirs || before === digestOf(property, theirs)) return false;
  return before === digestOf(property, ours) || at.theirs > at.ours;
}

/** Turns a text from HubSpot into one line. */
export const lineOf = (value: string | null | undefined): string =>
  (value ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim();

export type Incoming = { change: { name?: string; phone?: string }; known: Known };

/**
 * How a contact's present properties change a person here.
 * @param accepts whether the person can have the changed value; one that is refused stays in HubSpot alone
 */
export function incomingOf(
  person: Person,
  fields: CrmFieldMapping,
  known: Known,
  theirs: { properties: Record<string, string | null>; at: Date },
  accepts: (change: Incoming['change']) => boolean,
): Incoming {
  const ours = splitName(person.name, fields, known);
  const at = { ours: person.changedAt, theirs: theirs.at };
  const learned: Known = {};
  const decide = (property: string | null, own: string): string => {
    if (property === null) return own;
    const value = lineOf(theirs.properties[property]);
    learned[property] = digestOf(property, value);
    return isTheirs({ property, ours: own, theirs: value, known }, at) ? value : own;
  };
  const change: Incoming['change'] = {};
  const keep = (property: string | null, own: string) => {
    if (property !== null) learned[property] = digestOf(property, own);
  };
  const first = decide(fields.firstName, ours.first);
  const last = decide(fields.lastName, ours.last);
  const name = [first, last].filter(Boolean).join(' ');
  if (name !== person.name) {
    if (accepts({ name })) change.name = name;
    else {
      keep(fields.firstName, ours.first);
      keep(fields.lastName, ours.last);
    }
  }
  const phone = decide(fields.phone, person.phone);
  if (phone !== person.phone) {
    if (accepts({ phone })) change.phone = phone;
    else keep(fields.phone, person.phone);
  }
  return { change, known: { ...known, ...learned } };
}

/** How a deal's present stage changes the status of its lead. */
export function incomingStatusOf(
  lead: DealOf & { statusSince: Date },
  { pipelineId, stages }: CrmDeals,
  known: Known,
  theirs: { properties: Record<string, string | null>; at: Date },
): { status: LeadStatus | null; known: Known } {
  const { dealstage, pipeline } = theirs.properties;
  const own = stages[lead.status];
  if (!dealstage || pipeline !== pipelineId || own === null) return { status: null, known };
  const sides = { property: 'dealstage', ours: own, theirs: dealstage, known };
  const learned = { ...known, dealstage: digestOf('dealstage', dealstage) };
  if (!isTheirs(sides, { ours: lead.statusSince, theirs: theirs.at })) return { status: null, known: learned };
  const status = statusOf(dealstage, lead.status, stages);
  // A stage that no status has stays in HubSpot alone.
  if (status === undefined) return { status: null, known: { ...known, dealstage: digestOf('dealstage', own) } };
  return { status: status === lead.status ? null : status, known: learned };
}

const plain = (name: string): string => lineOf(name).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether two names are one person's. A contact without a name has only its address. */
export const isSameName = (ours: string, theirs: string): boolean =>
  plain(theirs) === '' || plain(ours) === plain(theirs);
