import { botProblem, contactProblem, DEMO_MINUTES, isDemoBookable } from '@stridewell/contract/site.rules';
import { v7 as uuidv7 } from 'uuid';
import type { RequestContext } from '../../core/context.ts';
import { limitByAddress } from '../../core/limits.ts';
import { os } from '../../core/procedures.ts';
import type { RateLimit } from '../../platform/rate-limits/rate-limits.ts';
import { addressDigest, siteScope } from './site.policy.ts';
import {
  bookDemo,
  changeBooking,
  isStartTaken,
  listSlots,
  openBooking,
  processFormSubmission,
  type SiteDeps,
  saveFormSubmission,
  takeContact,
  toDemoBooking,
} from './site.service.ts';

/** Per address. Generous for people, who share addresses in an office, and useless to a program. */
const FORM_LIMIT: RateLimit = { windowSeconds: 600, max: 20 };
const READ_LIMIT: RateLimit = { windowSeconds: 60, max: 60 };

const depsOf = ({ services: { env, mailer, now } }: RequestContext): SiteDeps => ({ env, mailer, now: now() });

export const siteProcedures = {
  createFormSubmission: os.site.createFormSubmission.handler(async ({ context, input }) => {
    await limitByAddress(context, 'site:demo', FORM_LIMIT);
    await context.services.db.write(siteScope, (tx) => saveFormSubmission(tx, input));
    return { id: input.id };
  }),

  listDemoSlots: os.site.listDemoSlots.handler(async ({ context }) => {
    await limitByAddress(context, 'site:slots', READ_LIMIT);
    const deps = depsOf(context);
    const slots = await context.services.db.readAtOnce(siteScope, (tx) => listSlots(tx, deps));
    return { minutes: DEMO_MINUTES, slots: slots.map((slot) => slot.toISOString()) };
  }),

  bookDemo: os.site.bookDemo.handler(async ({ context, input, errors }) => {
    await limitByAddress(context, 'site:booking', FORM_LIMIT);
    const deps = depsOf(context);
    const booking = { ...input, startsAt: new Date(input.startsAt) };
    const result = await context.services.db.write(siteScope, (tx) => bookDemo(tx, deps, booking));
    if (result === 'taken') throw errors.SLOT_TAKEN();
    return { id: input.id, startsAt: input.startsAt };
  }),

  getDemoBooking: os.site.getDemoBooking.handler(async ({ context, input, errors }) => {
    const booking = await context.services.db.readAtOnce(siteScope, (tx) => openBooking(tx, input.token));
    if (!booking) throw errors.NOT_FOUND();
    return toDemoBooking(booking);
  }),

  rescheduleDemo: os.site.rescheduleDemo.handler(async ({ context, input, errors }) => {
    await limitByAddress(context, 'site:booking', FORM_LIMIT);
    const { db, env } = context.services;
    const deps = depsOf(context);
    const startsAt = new Date(input.startsAt);
    try {
      const moved = await db.write(siteScope, async (tx) => {
        const booking = await openBooking(tx, input.token);
        if (!booking) throw errors.NOT_FOUND();
        // Pressed twice: it is where it should be.
        if (booking.status === 'booked' && booking.startsAt.getTime() === startsAt.getTime()) return booking;
        if (booking.startsAt <= deps.now) return undefined;
        if (!isDemoBookable(startsAt, env.demoAvailability, deps.now)) throw errors.SLOT_TAKEN();
        return changeBooking(tx, deps, booking, input.token, { startsAt });
      });
      if (!moved) throw errors.BOOKING_CLOSED();
      return toDemoBooking(moved);
    } catch (error) {
      if (isStartTaken(error)) throw errors.SLOT_TAKEN();
      throw error;
    }
  }),

  cancelDemo: os.site.cancelDemo.handler(async ({ context, input, errors }) => {
    await limitByAddress(context, 'site:booking', FORM_LIMIT);
    const deps = depsOf(context);
    const booking = await context.services.db.write(siteScope, async (tx) => {
      const open = await openBooking(tx, input.token);
      return open && ((await changeBooking(tx, deps, open, input.token, { status: 'cancelled' })) ?? open);
    });
    if (!booking) throw errors.NOT_FOUND();
    return toDemoBooking(booking);
  }),
};

export const siteFunctions = {
  secureFormSubmission: os.functions.secureFormSubmission.handler(async ({ context, input }) => {
    const { db, now, secret } = context.services;
    const received = now().getTime();
    const bot = botProblem({ honeypotValue: input.honeypotValue, loadedAt: input.timestamp, now: received });
    const problem = bot ?? contactProblem(input.formData);
    if (problem) return { success: false, error: problem };
    await limitByAddress(context, 'site:contact', FORM_LIMIT);
    const submission = {
      id: input.id ?? uuidv7(),
      formData: input.formData,
      security: {
        addressDigest: addressDigest(context.address, secret),
        userAgent: input.userAgent,
        filledMs: received - input.timestamp,
      },
    };
    await db.write(siteScope, (tx) => takeContact(tx, depsOf(context), submission));
    return { success: true, error: null };
  }),

  processFormSubmission: os.functions.processFormSubmission.handler(async ({ context, input, errors }) => {
    await limitByAddress(context, 'site:demo', FORM_LIMIT);
    const deps = depsOf(context);
    const found = await context.services.db.write(siteScope, (tx) => processFormSubmission(tx, deps, input.id));
    if (!found) throw errors.NOT_FOUND();
    return { success: true };
  }),
};
