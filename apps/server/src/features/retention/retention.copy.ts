import { exportOfTenant } from '../../core/exports.ts';
import { departures, knownReasons, riskActions, riskNotices } from './retention.table.ts';

/** Facts about staying and leaving in copies of people's data. */
export const retentionExports = [
  exportOfTenant(knownReasons, {
    file: 'known-reasons',
    about: 'Days on which the coach knew why a client was silent.',
    csv: true,
    coach: { but: [] },
    client: { but: ['id', 'clientId'] },
  }),
  exportOfTenant(departures, {
    file: 'departures',
    about: 'Why clients left, as their coach noted it.',
    csv: true,
    coach: { but: [] },
    client: { only: ['day', 'reason', 'recordedAt'] },
  }),
  exportOfTenant(riskNotices, {
    file: 'risk-levels',
    about: 'The risk level and the engagement scores that the coach was last shown.',
    coach: { but: [] },
    client: { only: ['level', 'day', 'scores'] },
  }),
  exportOfTenant(riskActions, {
    file: 'risk-actions',
    about: 'What a coach did when a client seemed to lose touch.',
    csv: true,
    coach: { but: [] },
    client: { only: ['action', 'level', 'silentDays', 'doneAt'] },
  }),
];
