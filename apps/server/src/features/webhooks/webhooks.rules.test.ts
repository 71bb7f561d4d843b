import { EVENT_TYPES } from '@stridewell/contract/events';
import { FAILING_DAYS, WEBHOOK_EVENT_NAMES } from '@stridewell/contract/webhooks/webhooks.rules';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import {
  bodyOf,
  firstIdAt,
  RETRY_SECONDS,
  retryAfterOf,
  timeOfId,
  waitAfterFailure,
  webhookEventOf,
} from './webhooks.rules.ts';

const now = new Date('2026-03-02T10:00:00Z');

describe('waits between attempts', () => {
  it('grow, and last longer than an endpoint may fail', () => {
    expect([...RETRY_SECONDS].sort((a, b) => a - b)).toEqual(RETRY_SECONDS);
    expect(RETRY_SECONDS.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(FAILING_DAYS * 86_400);
  });

  it('end with the last attempt, and are at least as long as the endpoint asks for', () => {
    const waitAfter = (attempts: number, retryAfter: number | null = null) =>
      waitAfterFailure(attempts, { retryAfter, now });
    expect(waitAfter(1)).toEqual({
      dueAt: new Date('2026-03-02T10:01:00Z'),
      retryAt: new Date('2026-03-02T10:01:00Z'),
    });
    expect(waitAfter(2).dueAt).toEqual(new Date('2026-03-02T10:05:00Z'));
    expect(waitAfter(1, 600)).toEqual({
      dueAt: new Date('2026-03-02T10:10:00Z'),
      retryAt: new Date('2026-03-02T10:10:00Z'),
    });
    expect(waitAfter(2, 10).dueAt).toEqual(new Date('2026-03-02T10:05:00Z'));
    expect(waitAfter(RETRY_SECONDS.length + 1).dueAt).toBeNull();
  });

  it.each([
    ['120', 120],
    ['Mon, 02 Mar 2026 10:02:00 GMT', 120],
    ['999999999', 86_400],
    ['0', null],
    ['Mon, 02 Mar 2026 09:00:00 GMT', null],
    ['soon', null],
    ['-5', null],
    [null, null],
  ])('read %s as %s seconds', (header, seconds) => {
    expect(retryAfterOf(header, now)).toBe(seconds);
  });
});

describe('ids of events', () => {
  it('hold the time of recording, and are above the least id of that time', () => {
    const id = uuidv7({ msecs: now.getTime() });
    expect(timeOfId(id)).toEqual(now);
    expect(firstIdAt(now) <= id && id < firstIdAt(new Date(now.getTime() + 1))).toBe(true);
  });
});

describe('events of webhooks', () => {
  it('say nothing about health', () => {
    const offered = EVENT_TYPES.filter((type) => webhookEventOf(type) !== null);
    expect(offered).not.toContain('workout.pain_flagged');
    expect(offered.filter((type) => /health|pain|measurement|food|record|target|adjustment/.test(type))).toEqual([]);
    expect(webhookEventOf('session.started')).toBe('session.scheduled');
    const fromEvents = new Set(offered.map(webhookEventOf));
    expect(WEBHOOK_EVENT_NAMES.filter((name) => !fromEvents.has(name))).toEqual(['lead.created', 'lead.moved']);
  });

  it('contain ids, times, and the chosen contact fields by their names', () => {
    const facts = {
      eventId: 'e',
      type: 'lead.created' as const,
      clientId: null,
      leadId: 'l',
      subjectId: 'l',
      actor: 'visitor',
      occurredAt: now,
      recordedAt: now,
    };
    const contact = {
      name: 'Nina',
      email: 'n@example.com',
      phone: '',
      stage: 'new',
      source: 'Form',
      value: { cents: 5, currency: 'USD' },
    };
    const at = now.toISOString();
    const data = { occurredAt: at, actor: 'visitor', clientId: null, leadId: 'l', subjectId: 'l' };
    const fields = [
      { field: 'email', name: 'mail' },
      { field: 'value', name: 'deal' },
    ] as const;
    expect(JSON.parse(bodyOf(facts, fields, contact))).toEqual({
      id: 'e',
      type: 'lead.created',
      timestamp: at,
      data: { ...data, contact: { mail: 'n@example.com', deal: { cents: 5, currency: 'USD' } } },
    });
    expect(JSON.parse(bodyOf(facts, [], contact))).toMatchObject({ data });
    expect(JSON.parse(bodyOf(facts, fields, null)).data).toEqual(data);
  });
});
