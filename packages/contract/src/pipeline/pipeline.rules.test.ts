import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  conversionRate,
  countPipeline,
  isOpenLead,
  LEAD_BOUNDS,
  LEAD_STATUSES,
  type LeadFacts,
  type LeadStatus,
  mergeLeads,
  phoneKey,
} from './pipeline.rules.ts';

describe('phone numbers', () => {
  it.each([
    ['+1 415 555 0100', '(415) 555-0100'],
    ['0041 79 123 45 67', '079 123 45 67'],
    ['+49 30 901820', '030/901820'],
  ])('%s and %s are one number', (a, b) => {
    expect(phoneKey(a)).toBe(phoneKey(b));
    expect(phoneKey(a)).not.toBe('');
  });

  it('of different people differ, and short ones are not compared', () => {
    expect(phoneKey('415 555 0100')).not.toBe(phoneKey('415 555 0101'));
    expect(phoneKey('ext. 12')).toBe('');
    expect(phoneKey('')).toBe('');
  });
});

const aLead = (changes: Partial<LeadFacts> = {}): LeadFacts => ({
  name: 'Ana Ruiz',
  email: '',
  phone: '',
  source: '',
  valueCents: null,
  lastContact: null,
  followUpOn: null,
  notes: '',
  ...changes,
});

describe('merging leads', () => {
  it('keeps what the first one has, and adds what only the other has', () => {
    const kept = aLead({
      email: 'ana@example.com',
      lastContact: '2026-01-05',
      followUpOn: '2026-02-05',
      notes: 'Knee',
    });
    const other = aLead({
      name: 'A. Ruiz',
      email: 'old@example.com',
      phone: '415 555 0100',
      valueCents: 0,
      source: 'Referral',
      lastContact: '2026-01-09',
      followUpOn: '2026-02-01',
      notes: 'Wants to run',
    });
    expect(mergeLeads(kept, other)).toEqual({
      name: 'Ana Ruiz',
      email: 'ana@example.com',
      phone: '415 555 0100',
      valueCents: 0,
      source: 'Referral',
      lastContact: '2026-01-09',
      followUpOn: '2026-02-01',
      notes: 'Knee\n\nWants to run',
    });
  });

  it('says nothing twice, and fits', () => {
    expect(mergeLeads(aLead({ notes: 'Knee, left' }), aLead({ notes: 'Knee' })).notes).toBe('Knee, left');
    const long = 'x'.repeat(LEAD_BOUNDS.notes);
    expect(mergeLeads(aLead({ notes: long }), aLead({ notes: 'y' })).notes).toHaveLength(LEAD_BOUNDS.notes);
  });
});

describe('the figures of the pipeline', () => {
  const status = fc.constantFrom(...LEAD_STATUSES);
  const histories = fc.array(fc.array(status, { minLength: 1, maxLength: 6 }), { maxLength: 20 });

  it('are those of the latest statuses, in any history', () => {
    fc.assert(
      fc.property(histories, (leads) => {
        const changes = leads.flatMap((statuses) =>
          statuses.map((to, index) => ({ from: statuses[index - 1] ?? null, to, times: 1 })),
        );
        const latest = leads.flatMap((statuses): LeadStatus[] => statuses.slice(-1));
        expect(countPipeline(changes)).toEqual({
          leads: latest.filter((status) => isOpenLead(status) && status !== 'trial').length,
          trials: latest.filter((each) => each === 'trial').length,
          won: latest.filter((each) => each === 'won').length,
          prospects: leads.length,
        });
      }),
    );
  });

  it('have a rate of nothing while there are no prospects', () => {
    expect(conversionRate({ won: 0, prospects: 0 })).toBeNull();
    expect(conversionRate({ won: 0, prospects: 4 })).toBe(0);
    expect(conversionRate({ won: 1, prospects: 3 })).toBe(33);
  });
});
