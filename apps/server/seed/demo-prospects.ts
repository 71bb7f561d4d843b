import { randomUUID } from 'node:crypto';
import { type ContactStatus, spamScoreOf } from '@stridewell/contract/contacts/contacts.rules';
import {
  type ProspectLostReason,
  type ProspectStage,
  type Reached,
  reachedAfter,
  type TouchKind,
} from '@stridewell/contract/prospects/prospects.rules';
import {
  EMPTY_DEMO_FORM,
  openDemoSlots,
  parseDemoAvailability,
  type SourceChannel,
} from '@stridewell/contract/site/site.rules';
import { asc, eq } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { coaches, users } from '../src/core/people/people.table.ts';
import { contactEntries, contacts } from '../src/features/contacts/contacts.table.ts';
import { prospectEvents, prospects, prospectTouches } from '../src/features/prospects/prospects.table.ts';
import { contactSubmissions, demoBookings, formSubmissions } from '../src/features/site/site.table.ts';
import { mailDeliveries } from '../src/platform/mail/deliveries.table.ts';
import { recipientKey } from '../src/platform/mail/recipient-key.ts';
import { DEMO_ZONE } from './demo-clients.ts';
import type { OwnerDb } from './factories.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Visitor = {
  name: string;
  business: string;
  form: 'contact' | 'demo';
  /** When the form was sent. */
  hoursAgo: number;
  heardFrom?: SourceChannel;
  message: string;
  filledMs?: number;
  status: ContactStatus;
  reply?: string;
  note?: string;
  /** Start of a booked demo: the next open time, or a number of days ago. */
  demo?: 'next' | number;
  /** Stage of a visitor in the pipeline. */
  stage?: ProspectStage;
  lostReason?: ProspectLostReason;
  nextStep?: string;
  /** Days until the next step. */
  nextStepIn?: number;
};

/** Visitors of the last weeks, newest first. */
const VISITORS: readonly Visitor[] = [
  {
    name: 'Priya Nair',
    business: 'Nair Strength',
    form: 'contact',
    hoursAgo: 2,
    heardFrom: 'Instagram',
    message: 'Can my clients keep their old check-in photos when I move over?',
    status: 'new',
  },
  {
    name: 'Max Power',
    business: 'SEO Rocket',
    form: 'contact',
    hoursAgo: 5,
    filledMs: 3900,
    status: 'new',
    message: 'RANK FIRST ON GOOGLE TODAY at https://seo.example and https://links.example',
  },
  {
    name: 'Owen Clarke',
    business: '',
    form: 'demo',
    hoursAgo: 20,
    status: 'open',
    demo: 'next',
    message: 'I spend Sundays writing programs.',
    stage: 'demo_booked',
    nextStep: 'Prepare the demo',
    nextStepIn: 0,
  },
  {
    name: 'Lena Fischer',
    business: 'Fischer Fitness',
    form: 'contact',
    hoursAgo: 49,
    heardFrom: 'Google',
    message: 'Is there a discount for two coaches in one studio?',
    status: 'answered',
    stage: 'contacted',
    reply: 'There is no studio plan yet. Two Coach Plus plans cover what you describe.',
    nextStep: 'Ask about the studio',
    nextStepIn: 3,
  },
  {
    name: 'Tariq Hassan',
    business: '',
    form: 'demo',
    hoursAgo: 6 * 24,
    status: 'answered',
    demo: 3,
    message: 'My clients forget to check in.',
    stage: 'demo_held',
    reply: 'Looking forward to showing you the reminders.',
    note: 'Has 40 clients, mostly online. Wants to import them.',
    nextStep: 'Send the import guide',
    nextStepIn: -1,
  },
  {
    name: 'Grace Okoro',
    business: 'Okoro Run Club',
    form: 'contact',
    hoursAgo: 12 * 24,
    heardFrom: 'Referral',
    message: 'Do you support running plans?',
    status: 'closed',
    stage: 'lost',
    lostReason: 'not_a_fit',
    reply: 'Strength programs are our focus, so running plans are only notes at the moment.',
  },
];

const emailOf = (name: string) => `${name.toLowerCase().replace(' ', '.')}@example.com`;

/** Seeds visitors' submissions and all prospects, relative to `now`. */
export async function seedProspects(db: OwnerDb, now: Date): Promise<void> {
  const [operator] = await db.select({ id: users.id }).from(users).where(eq(users.email, 'demo.operator@example.com'));
  if (!operator) throw new Error('the demo has no operator');
  for (const visitor of VISITORS) await seedVisitor(db, visitor, { now, operatorId: operator.id });
  await seedCoaches(db);
}

type Scene = { now: Date; operatorId: string };

async function seedVisitor(db: OwnerDb, visitor: Visitor, { now, operatorId }: Scene): Promise<void> {
  const id = randomUUID();
  const at = new Date(now.getTime() - visitor.hoursAgo * HOUR);
  const email = emailOf(visitor.name);
  const { name, business, form, message, filledMs = 90_000, status, heardFrom = '' } = visitor;
  await (form === 'contact' ? insertContactForm : insertDemoRequest)(db, visitor, { id, at, email });
  const demoAt = await insertDemo(db, visitor, { now, at, email });
  const { score, reasons } = spamScoreOf({ email, text: message, filledMs, repeats: 0 });
  const answeredAt = new Date(at.getTime() + HOUR);
  await db.insert(contacts).values({
    id,
    kind: form,
    status,
    name,
    email,
    business,
    demoAt,
    receivedAt: at,
    spamScore: score,
    spamReasons: reasons,
    assigneeId: status === 'new' ? null : operatorId,
  });
  const entry = { contactId: id, authorId: operatorId, createdAt: answeredAt };
  if (visitor.reply !== undefined) {
    const mailId = await insertReplyMail(db, email, answeredAt);
    await db.insert(contactEntries).values({ ...entry, id: randomUUID(), kind: 'reply', text: visitor.reply, mailId });
  }
  if (visitor.note !== undefined)
    await db.insert(contactEntries).values({ ...entry, id: randomUUID(), kind: 'note', text: visitor.note });
  const kind = form === 'contact' ? ('contact_form' as const) : ('demo_request' as const);
  await db.insert(prospectTouches).values({ kind, subjectId: id, email, heardFrom, at });
  if (!visitor.stage) return;
  const stageSince = visitor.stage === 'demo_held' && demoAt ? demoAt : visitor.demo ? at : answeredAt;
  const key = await insertProspect(db, {
    email,
    name,
    business,
    stage: visitor.stage,
    stageSince,
    firstTouch: kind,
    firstTouchAt: at,
    heardFrom,
    lostReason: visitor.lostReason ?? null,
    nextStep: visitor.nextStep ?? '',
    nextStepOn: visitor.nextStepIn === undefined ? null : dayFrom(now, visitor.nextStepIn),
  });
  await db.insert(prospectEvents).values({
    id: randomUUID(),
    prospectId: key,
    kind: 'moved',
    fromStage: 'new',
    toStage: visitor.stage,
    lostReason: visitor.lostReason ?? null,
    createdAt: stageSince,
    authorId: visitor.stage === 'demo_booked' ? null : operatorId,
  });
}

/** Adds the sent mail of a reply. @returns its id */
async function insertReplyMail(db: OwnerDb, recipient: string, at: Date): Promise<string> {
  const id = uuidv7({ msecs: at.getTime() });
  const subject = 'Re: your message';
  const sent = { status: 'sent' as const, tries: 1, createdAt: at, updatedAt: at };
  await db.insert(mailDeliveries).values({ id, recipient, template: 'contact_reply', subject, ...sent });
  return id;
}

const dayFrom = (now: Date, days: number) => new Date(now.getTime() + days * DAY).toISOString().slice(0, 10);

type Sent = { id: string; at: Date; email: string };

async function insertContactForm(db: OwnerDb, visitor: Visitor, { id, at, email }: Sent): Promise<void> {
  const [firstName = '', lastName = ''] = visitor.name.split(' ');
  await db.insert(contactSubmissions).values({
    id,
    formData: {
      firstName,
      lastName,
      businessName: visitor.business,
      businessPhone: '555 0100',
      businessEmail: email,
      sourceChannel: visitor.heardFrom ?? '',
      referralName: '',
      otherSource: '',
      message: visitor.message,
    },
    security: { addressDigest: '', userAgent: '', filledMs: visitor.filledMs ?? 90_000 },
    createdAt: at,
  });
}

async function insertDemoRequest(db: OwnerDb, visitor: Visitor, { id, at, email }: Sent): Promise<void> {
  await db.insert(formSubmissions).values({
    id,
    fullName: visitor.name,
    email,
    socialProof: '@coach',
    coachingExperience: '3+ years',
    interestReason: visitor.message,
    monthlyClients: 24,
    timeSuck: 'Writing programs',
    toolsUsed: 'Spreadsheets',
    successVision: 'Free evenings',
    commitmentLevel: EMPTY_DEMO_FORM.commitment_level,
    formSource: 'Demo',
    processedAt: at,
    createdAt: at,
  });
}

/** Adds a visitor's demo. @returns its start; null without one */
async function insertDemo(
  db: OwnerDb,
  { demo, name }: Visitor,
  { now, at, email }: { now: Date; at: Date; email: string },
): Promise<Date | null> {
  if (demo === undefined) return null;
  const [next] = openDemoSlots(parseDemoAvailability('Mon-Fri 09:00-17:00', DEMO_ZONE), new Set(), now);
  const startsAt = demo === 'next' ? (next ?? now) : new Date(now.getTime() - demo * DAY);
  const id = randomUUID();
  await db.insert(demoBookings).values({
    id,
    startsAt,
    fullName: name,
    email,
    timeZone: DEMO_ZONE,
    answers: '',
    recipient: recipientKey(email),
    tokenDigest: randomUUID(),
    createdAt: at,
  });
  await db.insert(prospectTouches).values({ kind: 'demo_booking', subjectId: id, email, at });
  return startsAt;
}

/** Adds a prospect with their stage. @returns the id */
async function insertProspect(
  db: OwnerDb,
  row: Omit<typeof prospects.$inferInsert, 'id'> & { stage: ProspectStage },
): Promise<string> {
  const id = randomUUID();
  const nothing = { demoReachedAt: null, trialReachedAt: null, wonAt: null };
  // Coaches sign up before they buy.
  const path = row.stage === 'won' ? (['trial', 'won'] as const) : [row.stage];
  const reached = path.reduce((before, stage) => reachedAfter(before, stage, row.stageSince), nothing as Reached);
  await db.insert(prospects).values({ ...row, id, ...reached });
  return id;
}

/** Adds the demo's coaches as prospects who signed up, some with a purchase. */
async function seedCoaches(db: OwnerDb): Promise<void> {
  const rows = await db
    .select({ id: coaches.id, name: coaches.fullName, at: coaches.createdAt, email: users.email, plan: users.plan })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.id))
    .orderBy(asc(coaches.createdAt), asc(users.email));
  for (const { id: coachId, name, at, email, plan } of rows) {
    const kinds: TouchKind[] = plan === 'base' ? ['sign_up'] : ['sign_up', 'purchase'];
    await db.insert(prospectTouches).values(kinds.map((kind) => ({ kind, subjectId: coachId, email, at })));
    await insertProspect(db, {
      email,
      name,
      stage: plan === 'base' ? 'trial' : 'won',
      stageSince: at,
      firstTouch: 'sign_up',
      firstTouchAt: at,
      coachId,
    });
  }
}
