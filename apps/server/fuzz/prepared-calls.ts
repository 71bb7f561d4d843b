import { randomInt, randomUUID } from 'node:crypto';
import { sessionIdOfSecret } from '@stridewell/contract/billing/billing.invoices.rules';
import { HEALTH_VERSION } from '@stridewell/contract/onboarding/onboarding.health.rules';
import { CONSENT_VERSION } from '@stridewell/contract/onboarding/onboarding.rules';
import { sql } from 'drizzle-orm';
import { type Caller, linkIn, PASSWORD, type TestApp } from '../test/app.ts';
import { aClient, aCoach, anOperator, aPerson, type Person } from '../test/people.ts';
import { NO_TO_ALL } from '../test/security-cases-onboarding.ts';
import type { FuzzWorld } from './world.ts';

export type Place = { test: TestApp; world: FuzzWorld };
/** A caller and an input with which the procedure succeeds. */
type Prepared = { caller: Caller; input: object };

const reason = 'You asked us to.';
const card = { cardNumber: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };

const byOperator = ({ world }: Place, input: object): Prepared => ({ caller: world.callers.operator, input });
const about = async (place: Place, rest: object = {}) =>
  byOperator(place, { userId: (await aCoach(place.test)).id, ...rest });
const byBuyer = ({ world }: Place, input: object = {}): Prepared => ({ caller: world.buyer.caller, input });

async function aView({ test }: Place): Promise<Person> {
  const operator = await anOperator(test);
  const { id: userId } = await aCoach(test);
  await operator.api.accounts.startViewing({ userId, reason });
  return operator;
}

const checkoutOf = async ({ world: { callers } }: Place) =>
  (await callers.anonymous.api.functions.createCheckout({ plan: 'plus', email: 'guest@example.com', embedded: true }))
    .client_secret;

/** The start of a free session of the world's coach. */
async function freeStart({ world: { callers, typeId } }: Place): Promise<string> {
  const { slots } = await callers.client.api.bookings.getBookings({ sessionTypeId: typeId });
  return slots[randomInt(Math.max(1, slots.length))] ?? '';
}
async function aBooking(place: Place): Promise<string> {
  const { callers, typeId } = place.world;
  const booking = { id: randomUUID(), sessionTypeId: typeId, startsAt: await freeStart(place) };
  return (await callers.client.api.bookings.bookSession(booking)).id;
}

/** The secret of an open invitation. */
async function invitationOf({ world: { callers, coachId } }: Place, email = `${randomUUID()}@example.com`) {
  const added = { coachId, clientId: randomUUID(), fullName: 'Nina Park', email };
  const { invitationUrl } = await callers.coach.api.clients.addClient(added);
  return { ...added, token: new URL(invitationUrl ?? '').pathname.replace('/invitation/', '') };
}
async function ownInvitation(place: Place): Promise<Prepared> {
  const person = await aPerson(place.test);
  const { coachId, clientId } = await invitationOf(place, person.email);
  return { caller: person.caller, input: { coachId, clientId } };
}
const byVisitor = ({ world }: Place, input: object): Prepared => ({ caller: world.callers.anonymous, input });

const mailedToken = async (test: TestApp, email: string): Promise<string> =>
  linkIn((await test.mailTo(email)).text)
    .pathname.split('/')
    .at(-1) ?? '';

async function operatorInvitation(place: Place): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await place.world.callers.operator.api.operator.inviteOperator({ id: randomUUID(), email, role: 'support' });
  return mailedToken(place.test, email);
}

async function aDemo({ test, world: { callers } }: Place) {
  const { api } = callers.anonymous;
  const { slots } = await api.site.listDemoSlots();
  const [startsAt = '', next = ''] = [slots[0], slots.at(-1)];
  const email = `${randomUUID()}@example.com`;
  await api.site.bookDemo({ id: randomUUID(), startsAt, fullName: 'Vera', email, timeZone: 'UTC', answers: '' });
  return { token: await mailedToken(test, email), next };
}

/**
 * Successful calls that the security walk cannot make, because they would destroy its world. Most create their own
 * people.
 */
export const PREPARED_CALLS: Record<string, (place: Place) => Promise<Prepared>> = {
  'accounts.resendVerification': async (place) =>
    byOperator(place, { userId: (await aPerson(place.test, { emailVerified: false })).id }),
  'accounts.resetSecondStep': async (place) => {
    const { id: userId } = await aPerson(place.test);
    await place.test.owner.execute(sql`update users set two_factor_enabled = true where id = ${userId}`);
    return byOperator(place, { userId, reason });
  },
  'accounts.endAccountSession': async (place) => {
    const { id: userId } = await aPerson(place.test);
    const { sessions } = await place.world.callers.operator.api.accounts.getAccount({ userId });
    return byOperator(place, { userId, sessionId: sessions[0]?.id });
  },
  'accounts.endAccountSessions': (place) => about(place, { reason }),
  'accounts.askForExport': (place) => about(place, { reason }),
  'accounts.askForErasure': async (place) => {
    const { id: userId, email } = await aPerson(place.test);
    return byOperator(place, { userId, email, reason });
  },
  'accounts.cancelErasure': async (place) => {
    const { id: userId, email } = await aPerson(place.test);
    await place.world.callers.operator.api.accounts.askForErasure({ userId, email, reason });
    return byOperator(place, { userId });
  },
  'accounts.previewPlan': async (place) => byOperator(place, { userId: place.world.buyer.id, plan: 'pro' }),
  'accounts.changePlan': async (place) =>
    byOperator(place, { userId: place.world.buyer.id, plan: 'pro', from: 'plus', reason }),
  'accounts.refundAccount': async (place) => byOperator(place, { userId: place.world.buyer.id, reason }),
  'accounts.startViewing': async ({ test }) => ({
    caller: (await anOperator(test)).caller,
    input: { userId: (await aCoach(test)).id, reason },
  }),
  'accounts.stopViewing': async (place) => ({ caller: (await aView(place)).caller, input: {} }),
  'billing.getCheckout': async (place) => byVisitor(place, { sessionId: sessionIdOfSecret(await checkoutOf(place)) }),
  'billing.getSandboxCheckout': async (place) => byVisitor(place, { clientSecret: await checkoutOf(place) }),
  'billing.paySandboxCheckout': async (place) =>
    byVisitor(place, { clientSecret: await checkoutOf(place), email: 'guest@example.com', name: 'Vera', ...card }),
  'billing.getSubscription': async (place) => byBuyer(place),
  'billing.previewPlanChange': async (place) => byBuyer(place, { plan: 'pro' }),
  'billing.changePlan': async (place) => byBuyer(place, { plan: 'pro' }),
  'billing.cancelSubscription': async (place) => byBuyer(place),
  'billing.resumeSubscription': async (place) => byBuyer(place),
  'billing.updateCard': async (place) => byBuyer(place, card),
  'billing.refundCoach': async (place) => byOperator(place, { email: place.world.buyer.email }),
  'functions.customerPortal': async (place) => byBuyer(place),
  'bookings.bookSession': async (place) => ({
    caller: place.world.callers.client,
    input: { id: randomUUID(), sessionTypeId: place.world.typeId, startsAt: await freeStart(place) },
  }),
  'bookings.moveBooking': async (place) => ({
    caller: place.world.callers.client,
    input: { id: await aBooking(place), startsAt: await freeStart(place) },
  }),
  'bookings.cancelBooking': async (place) => ({
    caller: place.world.callers.client,
    input: { id: await aBooking(place), reason: '' },
  }),
  'clients.getInvitation': async (place) => byVisitor(place, { token: (await invitationOf(place)).token }),
  'clients.declineInvitation': async (place) => {
    const { caller, email } = await aPerson(place.test);
    return { caller, input: { token: (await invitationOf(place, email)).token } };
  },
  'clients.acceptInvitation': async (place) =>
    byVisitor(place, {
      token: (await invitationOf(place)).token,
      fullName: 'Nina Park',
      goal: '',
      unitSystem: 'metric',
      timeZone: 'UTC',
      password: PASSWORD,
    }),
  'clients.acceptOwnInvitation': ownInvitation,
  'clients.declineOwnInvitation': ownInvitation,
  'coaches.endRelationship': async ({ test, world: { coachId } }) => ({
    caller: (await aClient(test, { of: { id: coachId } })).caller,
    input: { coachId },
  }),
  'identity.endSession': async ({ test }) => {
    const { caller, api } = await aPerson(test);
    const { devices } = await api.identity.getSecurity();
    return { caller, input: { sessionId: devices[0]?.id } };
  },
  'identity.deleteAccount': async ({ test }) => ({
    caller: (await aPerson(test)).caller,
    input: { password: PASSWORD, confirmation: 'DELETE' },
  }),
  'onboarding.finishOnboarding': async ({ test, world: { coachId } }) => {
    const { caller, api, clientId } = await aClient(test, { of: { id: coachId } });
    const consent = { id: randomUUID(), version: CONSENT_VERSION } as const;
    const health = { id: randomUUID(), version: HEALTH_VERSION, answers: NO_TO_ALL } as const;
    await api.onboarding.saveOnboarding({
      coachId,
      clientId,
      step: 'health',
      consent,
      health,
      record: { dateOfBirth: '1990-01-01' },
    });
    return { caller, input: { coachId, clientId } };
  },
  'operator.getOperatorInvitation': async (place) => byVisitor(place, { token: await operatorInvitation(place) }),
  'operator.acceptOperatorInvitation': async (place) =>
    byVisitor(place, { token: await operatorInvitation(place), fullName: 'Olga', password: PASSWORD }),
  'site.getDemoBooking': async (place) => byVisitor(place, { token: (await aDemo(place)).token }),
  'site.cancelDemo': async (place) => byVisitor(place, { token: (await aDemo(place)).token }),
  'site.rescheduleDemo': async (place) => {
    const { token, next } = await aDemo(place);
    return byVisitor(place, { token, startsAt: next });
  },
};
