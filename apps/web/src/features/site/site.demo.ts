import type { RiskLevel } from './risk-badge.tsx';

export type DemoClient = {
  name: string;
  initials: string;
  goal: string;
  level: RiskLevel;
  risk: string;
  weeklyChange: string;
  totalChange: string;
  adherence: string;
  lastCheckIn: string;
  week: number;
  weeks: number;
};

/** Invented clients for the preview on the landing page. */
export const DEMO_CLIENTS: [DemoClient, ...DemoClient[]] = [
  {
    name: 'Maya Torres',
    initials: 'MT',
    goal: 'Lose 20 lb by June',
    level: 'high',
    risk: 'High Risk',
    weeklyChange: '+1.2 lb',
    totalChange: '−6.4 lb',
    adherence: '48%',
    lastCheckIn: '9 days ago',
    week: 5,
    weeks: 16,
  },
  {
    name: 'Derek Olsen',
    initials: 'DO',
    goal: 'Back under 200 lb',
    level: 'moderate',
    risk: 'Moderate Risk',
    weeklyChange: '−0.2 lb',
    totalChange: '−9.1 lb',
    adherence: '71%',
    lastCheckIn: '4 days ago',
    week: 8,
    weeks: 12,
  },
  {
    name: 'Priya Nair',
    initials: 'PN',
    goal: 'Lose 20 lb, then run a 10K',
    level: 'low',
    risk: 'On Track',
    weeklyChange: '−0.8 lb',
    totalChange: '−14.6 lb',
    adherence: '92%',
    lastCheckIn: 'Yesterday',
    week: 10,
    weeks: 12,
  },
];

export const DEMO_STATS = [
  { label: 'Active Clients', value: '23', note: '2 more than last month' },
  { label: 'Check-ins', value: '18', note: 'of 23 this week' },
  { label: 'This Month', value: '$4.2k', note: '$350 more than last month' },
];

export const DEMO_ALERT = {
  name: 'Maya Torres',
  initials: 'MT',
  facts: [
    { label: 'Last check-in', value: '9 days ago', note: 'She usually writes every Sunday' },
    { label: 'App usage', value: '−64%', note: 'against the two weeks before' },
  ],
  recommendation:
    'Write to Maya today and leave the numbers out. Ask how her week is going and offer a ten-minute call in place of the check-in. If work is eating her evenings, halve the plan until she is back in her rhythm.',
};
