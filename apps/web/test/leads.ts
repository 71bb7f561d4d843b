import type { BoardColumn, Lead, LeadDetail } from '@stridewell/contract/pipeline/pipeline';
import { LEAD_STATUSES, type LeadStatus } from '@stridewell/contract/pipeline/pipeline.rules';

export const LEAD_ID = '0190a5a0-0000-7000-8000-0000000000a1';

export const aLead = (changes: Partial<Lead> = {}): Lead => ({
  id: LEAD_ID,
  name: 'Ana Ruiz',
  email: 'ana@example.com',
  phone: '(415) 555-0100',
  status: 'new',
  source: 'Referral',
  valueCents: 120_000,
  currency: 'USD',
  lastContact: '2026-03-01',
  followUpOn: '2026-03-03',
  notes: '',
  lostReason: null,
  clientId: null,
  version: 1,
  statusSince: '2026-03-01T10:00:00.000Z',
  createdAt: '2026-03-01T10:00:00.000Z',
  ...changes,
});

/** A board as the server would answer it. */
export function aBoard(...leads: Lead[]) {
  const columnOf = (status: LeadStatus): BoardColumn => {
    const own = leads.filter((lead) => lead.status === status);
    const cents = own.reduce((sum, { valueCents }) => sum + (valueCents ?? 0), 0);
    return { status, count: own.length, values: cents > 0 ? [{ currency: 'USD', cents }] : [], leads: own };
  };
  return { columns: LEAD_STATUSES.map(columnOf), today: '2026-03-02', currency: 'USD' };
}

export const aLeadDetail = (changes: Partial<LeadDetail> = {}): LeadDetail => ({
  lead: aLead(),
  tasks: [],
  events: [
    {
      id: '0190a5a0-0000-7000-8000-0000000000e1',
      kind: 'created',
      from: null,
      to: 'new',
      actor: 'coach',
      at: '2026-03-01T10:00:00.000Z',
      lostReason: null,
      title: '',
      text: '',
    },
  ],
  duplicates: [],
  today: '2026-03-02',
  timeZone: 'UTC',
  ...changes,
});
