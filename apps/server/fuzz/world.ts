import { randomUUID } from 'node:crypto';
import { NO_AVAILABILITY } from '@stridewell/contract/calendar/calendar.bookings.rules';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Caller, TestApp } from '../test/app.ts';
import { aCoach, aPerson, type Coach } from '../test/people.ts';
import { aLeadForm } from '../test/security-cases-pipeline.ts';
import { PDF, uploadFile } from '../test/uploads.ts';
import { createWorld, jobsDone, type World } from '../test/world.ts';

/** The world of the security walk, with additions for the fuzz. */
export type FuzzWorld = World & {
  /** Ids of everything in the world. */
  ids: readonly string[];
  fileId: string;
  /** Address of a lead form with open times. */
  slug: string;
  /** A session type that clients can book. */
  typeId: string;
  /** A coach who pays for a plan. */
  buyer: Coach;
  /** A person whose sessions and account may end. */
  spare: { caller: Caller; email: string };
};

export async function createFuzzWorld(test: TestApp): Promise<FuzzWorld> {
  const world = await createWorld(test);
  const { coach, client } = world.callers;
  const { coachId, clientId } = world;
  const [slug, typeId, fileId] = [`fuzz-${randomUUID()}`, randomUUID(), randomUUID()];
  await coach.api.calendar.saveSessionType({
    coachId,
    id: typeId,
    name: 'First call',
    minutes: 60,
    location: 'By phone',
    color: 'blue',
    bufferBefore: 0,
    bufferAfter: 0,
    bookable: true,
  });
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: 0, to: 1440 }));
  await coach.api.bookings.saveAvailability({ ...NO_AVAILABILITY, coachId, hours });
  await coach.api.pipeline.saveLeadForm({ coachId, ...aLeadForm, slug, bookingTypeId: typeId });
  await uploadFile(test, client, PDF, { coachId, clientId, id: fileId });
  const sealed = test.services.seal.seal(
    JSON.stringify({ props: { coachName: 'Ana', link: 'https://example.com' }, attachments: [] }),
  );
  await test.owner.execute(sql`update mail_deliveries set sealed = ${sealed}`);
  const known = Object.values(world).flatMap((value) => (typeof value === 'object' ? Object.values(value) : [value]));
  const ids = known.filter((value) => z.uuid().safeParse(value).success) as string[];
  return {
    ...world,
    ids: [...ids, typeId, fileId],
    fileId,
    slug,
    typeId,
    buyer: await aBuyer(test),
    spare: await aSpare(test),
  };
}

export async function aSpare(test: TestApp): Promise<FuzzWorld['spare']> {
  const { caller, email } = await aPerson(test, { name: 'Spare' });
  return { caller, email };
}

/** Buys a plan with a test card. A job creates the subscription. */
async function aBuyer(test: TestApp): Promise<Coach> {
  const buyer = await aCoach(test, { plan: 'base' });
  const { email, api } = buyer;
  const { client_secret: clientSecret } = await api.functions.createCheckout({ plan: 'plus', email, embedded: true });
  const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };
  await api.billing.paySandboxCheckout({ clientSecret, email, name: 'Vera Lind', ...card });
  await jobsDone(test);
  return buyer;
}
