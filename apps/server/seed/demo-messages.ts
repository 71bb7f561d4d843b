import type { Side } from '@stridewell/contract/messages.rules';
import { v7 as uuidv7 } from 'uuid';
import { conversations, messages, readMarkers } from '../src/features/messages/messages.table.ts';
import type { OwnerDb } from './factories.ts';

/** What coach and client write to each other in one week, by turns; the client answers the coach. */
const WEEKS: readonly (readonly [coach: string, client: string])[] = [
  ['Good check-in. What was the hardest part of the week?', 'Getting up early on Thursday, but I did it.'],
  ['I moved the long session to Saturday. Does that fit better?', 'Much better, thank you.'],
  ['How does the knee feel after the new warm-up?', 'No pain since Tuesday. I will keep doing it.'],
  [
    'Your sleep went up by half an hour on average. That is where the energy comes from.',
    'I notice it. Phone stays outside the bedroom now.',
  ],
  [
    'Travel week ahead: two short hotel sessions are in your plan.\nNo equipment needed, 25 minutes each.',
    'Perfect. I will send you a note after the first one.',
  ],
  ['You added two repetitions to every set. Next week we go up in weight.', 'I was hoping you would say that!'],
  ['One thing to try: protein at breakfast, every day until Sunday.', 'Eggs or yoghurt, got it.'],
  ['How was the weekend?', 'Family dinner on Saturday, a long walk on Sunday. Back on plan since yesterday.'],
];

const WEEK_MS = 7 * 86_400_000;
const MINUTE_MS = 60_000;

type Seeded = {
  coachId: string;
  clientId: string;
  weeks: number;
  now: Date;
  /** What the coach wrote before all of it. */
  before: readonly { body: string; createdAt: Date }[];
};

/**
 * A conversation of so many weeks up to `now`, which the client had the last word in. `index` varies what is said and
 * when; the coach has not seen the last answer of the first two.
 */
export async function seedConversation(
  db: OwnerDb,
  { coachId, clientId, weeks, now, before }: Seeded,
  index: number,
): Promise<void> {
  const count = Math.max(1, weeks) * 2;
  const latest = now.getTime() - (index * 190 + 25) * MINUTE_MS;
  const opening = before.map(({ body, createdAt }, at) => ({
    coachId,
    clientId,
    id: uuidv7(),
    seq: at + 1,
    sender: 'coach' as const,
    body,
    createdAt,
  }));
  const rows = Array.from({ length: count }, (_, at) => {
    const week = Math.floor(at / 2);
    const [coach, client] = WEEKS[(week + index) % WEEKS.length] ?? ['', ''];
    const sender: Side = at % 2 === 0 ? 'coach' : 'client';
    const answered = latest - (Math.max(1, weeks) - 1 - week) * WEEK_MS;
    return {
      coachId,
      clientId,
      id: uuidv7(),
      seq: before.length + at + 1,
      sender,
      body: sender === 'coach' ? coach : client,
      createdAt: new Date(sender === 'coach' ? answered - 47 * MINUTE_MS : answered),
    };
  });
  const last = before.length + count;
  await db.insert(conversations).values({ coachId, clientId, lastSeq: last, lastMessageAt: new Date(latest) });
  await db.insert(messages).values([...opening, ...rows]);
  const mark = { coachId, clientId };
  await db.insert(readMarkers).values([
    { ...mark, side: 'coach', seq: index < 2 ? last - 1 : last },
    { ...mark, side: 'client', seq: last },
  ]);
}
