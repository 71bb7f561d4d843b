import { exportOfTenant } from '../../core/exports.ts';
import { reasonWords } from './retention.reasons.content.ts';
import { retentionOffsets, retentionScores, retentionWeeks } from './retention.scores.table.ts';
import { departures, knownReasons, riskActions, riskNotices, suggestedTimes } from './retention.table.ts';

const COUNTS = 'They count clients and name none.';

/** Levels, and facts about staying and leaving in copies of people's data. */
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
    about: 'The risk level and the Client Health Scores that the coach was last shown.',
    coach: { but: [] },
    client: { only: ['level', 'day', 'scores'] },
  }),
  exportOfTenant(riskActions, {
    file: 'risk-actions',
    about: 'What a coach did when a client seemed to lose touch.',
    csv: true,
    coach: { but: [] },
    client: { only: ['action', 'level', 'silentDays', 'doneAt', 'followed', 'stayed'] },
  }),
  exportOfTenant(suggestedTimes, {
    file: 'suggested-times',
    about: 'The times that were drawn for recommended actions, and what followed.',
    csv: true,
    coach: { but: [] },
    client: { only: ['action', 'madeAt', 'dueAt', 'followed'] },
  }),
  exportOfTenant(retentionScores, {
    file: 'engagement-levels',
    about: 'The estimated risk that a client leaves, at the end of each week, with the reasons.',
    csv: true,
    coach: { but: [] },
    client: { but: ['clientId', 'modelVersion'] },
    words: { reasons: reasonWords },
  }),
  exportOfTenant(retentionWeeks, {
    file: 'engagement-counts',
    about: 'How many clients had each level in each week, and how many of them left.',
    coach: { but: ['bins'] },
    client: COUNTS,
  }),
  exportOfTenant(retentionOffsets, {
    file: 'engagement-offsets',
    about: 'How the clients of a coach differ from those of the whole platform.',
    coach: { but: [] },
    client: COUNTS,
  }),
];
