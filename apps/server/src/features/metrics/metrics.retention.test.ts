import { addDays } from '@stridewell/contract/time';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from '../../../test/app.ts';
import { someEntries } from '../../../test/factories/business.ts';
import { anEvent } from '../../../test/factories/records.ts';
import { aClient, aCoach, type Client } from '../../../test/people.ts';
import { activeOn, growthPercent, retentionOf, type StatusChange } from './metrics.retention.rules.ts';

const TODAY = '2026-11-24';
const change = (clientId: string, on: string, status: StatusChange['status'] = 'active'): StatusChange => ({
  clientId,
  on,
  status,
});

describe('the retention rate', () => {
  it('is assumed without a client on the first of a full month', () => {
    const assumed = { percent: 85, started: 0, kept: 0, isAssumed: true };
    expect(retentionOf([], TODAY)).toEqual(assumed);
    expect(retentionOf([change('a', '2026-10-02')], TODAY)).toEqual(assumed);
  });

  it.each([
    ['who stays', [], 3, 3],
    ['who pauses', [change('a', '2026-09-10', 'paused')], 3, 3],
    ['who leaves in a month', [change('a', '2026-09-10', 'left')], 2, 1],
    ['who leaves on the first', [change('a', '2026-09-01', 'left')], 1, 1],
    ['who leaves on the last day', [change('a', '2026-10-31', 'left')], 3, 2],
    ['who leaves in the running month', [change('a', '2026-11-02', 'left')], 3, 3],
    ['who comes back within the month', [change('a', '2026-09-10', 'left'), change('a', '2026-09-20')], 3, 3],
    ['who comes back a month later', [change('a', '2026-09-10', 'left'), change('a', '2026-10-20')], 2, 1],
  ] as const)('counts a client %s', (_, later, started, kept) => {
    expect(retentionOf([change('a', '2026-01-05'), ...later], TODAY)).toEqual({
      started,
      kept,
      isAssumed: false,
      percent: Math.round((kept / started) * 100),
    });
  });

  it('never counts more kept clients than there were', () => {
    const anyChange = fc.record({
      clientId: fc.constantFrom('a', 'b', 'c', 'd'),
      on: fc.integer({ min: -200, max: 0 }).map((days) => addDays(TODAY, days)),
      status: fc.constantFrom('active' as const, 'paused' as const, 'left' as const),
    });
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 30 }), (unordered) => {
        const changes = unordered.toSorted((a, b) => a.on.localeCompare(b.on));
        const { started, kept, percent } = retentionOf(changes, TODAY);
        expect(kept).toBeLessThanOrEqual(started);
        expect(started).toBeLessThanOrEqual(12);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe('growth', () => {
  it('counts the clients who are active on a day', () => {
    const changes = [change('a', '2026-10-01'), change('b', '2026-11-01'), change('a', '2026-11-20', 'paused')];
    expect([activeOn(changes, '2026-10-24'), activeOn(changes, '2026-11-19'), activeOn(changes, TODAY)]).toEqual([
      1, 2, 1,
    ]);
  });

  it.each([
    [3, 2, 50],
    [2, 3, -33.3],
    [2, 2, 0],
    [1, 0, null],
  ])('from %i to %i clients is %s percent', (now, before, percent) => {
    expect(growthPercent(now, before)).toBe(percent);
  });
});

describe('the business metrics', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await shareTestApp();
  });
  afterAll(() => test.close());

  it('count clients who stayed over three full months, and compare active clients with a month ago', async () => {
    const coach = await aCoach(test, { timeZone: 'America/Los_Angeles' });
    const entry = { kind: 'revenue', amountCents: 90_000, currency: 'USD', occurredOn: '2026-03-10' } as const;
    await someEntries(test, { of: coach, entries: [entry] });
    const clients = [
      await aClient(test, { of: coach }),
      await aClient(test, { of: coach }),
      await aClient(test, { of: coach }),
    ];
    for (const of of clients)
      await anEvent(test, { of, type: 'relationship.accepted', occurredAt: new Date('2025-12-20T12:00:00Z') });
    const [, leaving, paused] = clients;
    const change = async (client: Client | undefined, status: 'archived' | 'paused', at: string) => {
      test.setNow(new Date(at));
      await coach.api.clients.setClientStatus({ coachId: coach.id, clientId: client?.clientId ?? '', status });
    };
    await change(paused, 'paused', '2026-01-15T20:00:00Z');
    // It is still February in Los Angeles.
    await change(leaving, 'archived', '2026-03-01T05:00:00Z');
    test.setNow(new Date('2026-04-01T20:00:00Z'));
    const metrics = await coach.api.metrics.getBusinessMetrics({
      coachId: coach.id,
      from: '2026-03-01',
      to: '2026-03-31',
    });
    expect(metrics).toMatchObject({
      retention: { percent: 88, started: 8, kept: 7, isAssumed: false },
      activeClients: 1,
      growth: 0,
      revenuePerClient: 90_000,
    });
  });
});
