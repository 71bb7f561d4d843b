import { Anchor, Badge, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import type { AnsweredCheckIn, CheckIn } from '@stridewell/contract/checkins/checkins.answers.rules';
import type { Form } from '@stridewell/contract/checkins/checkins.forms.rules';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import type { UnitSystem } from '@stridewell/contract/units';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { dayInSentence, weightChangeLabel } from '../../lib/format.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Muted } from '../../ui/muted.tsx';
import { AnswerTableCell, type LongAnswer, LongCell } from './answer-table-cell.tsx';
import classes from './check-in-table.module.css';
import { isFigure, photoDays, sharedUnitOf } from './checkins.answers.ts';
import { type AnswerColumn, answerColumns } from './checkins.table.ts';

const PhotoViewer = lazy(() => import('../../ui/photo-viewer.tsx'));

export type CheckInTableProps = {
  coachId: string;
  checkIns: readonly AnsweredCheckIn[];
  forms: readonly Form[];
  today: string;
  units: UnitSystem;
};

type Answered = Pick<CheckIn, 'templateId' | 'version'>;

/** The form of a check-in; undefined when it is not among `forms`. */
export const formOf = (forms: readonly Form[], { templateId, version }: Answered): Form | undefined =>
  forms.find((form) => form.templateId === templateId && form.version === version);

export const questionsOf = (forms: readonly Form[], checkIn: Answered) => formOf(forms, checkIn)?.questions ?? [];

/** Check-ins as rows, newest first, and their questions as columns, so that the numbers of a question line up. */
export function CheckInTable({ coachId, checkIns, forms, today, units }: CheckInTableProps) {
  const timeZone = useTimeZone();
  const [long, setLong] = useState<LongAnswer>();
  const [openId, setOpenId] = useState<string>();
  const columns = answerColumns(checkIns.map((one) => ({ questions: questionsOf(forms, one), answers: one.answers })));
  const days = photoDays(coachId, checkIns, today);
  const photos = days.flatMap(({ label, photos: taken }) =>
    taken.map(({ id, view, full }) => ({ id, url: full, name: `${view}, ${label}`, width: null, height: null })),
  );
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className={classes.scroll} tabIndex={0} aria-label="Answers over time">
        <Table className={classes.table} verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Date</Table.Th>
              {columns.map((column) => (
                <ColumnHead key={`${column.question.id} ${column.question.type}`} column={column} units={units} />
              ))}
              <Table.Th scope="col" className={classes.text}>
                Your reply
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {checkIns.map((checkIn, index) => (
              <Table.Tr key={checkIn.id}>
                <Table.Th scope="row">
                  <Stack gap={4} align="flex-start">
                    <Anchor component={Link} to={`/coach/${coachId}/check-ins/${checkIn.id}`} c="inherit" fw={600}>
                      {relativeDayLabel(checkIn.day, today)}
                    </Anchor>
                    {checkIn.byCoach && <Muted>Logged by you</Muted>}
                    {!checkIn.reviewedAt && <Badge>To review</Badge>}
                  </Stack>
                </Table.Th>
                {columns.map(({ question, cells }) => (
                  <AnswerTableCell
                    key={`${question.id} ${question.type}`}
                    column={question}
                    cell={cells[index]}
                    note={isWeight(question) ? weightSince(checkIns, index, units) : null}
                    photos={days.find(({ id }) => id === checkIn.id)?.photos ?? []}
                    day={dayInSentence(checkIn.day, today)}
                    units={units}
                    onReadAll={setLong}
                    onPhoto={setOpenId}
                  />
                ))}
                <Table.Td className={classes.text}>
                  {checkIn.reply && (
                    <LongCell
                      text={checkIn.reply.body}
                      title={`Your reply from ${dayInSentence(dayInZone(new Date(checkIn.reply.at), timeZone), today)}`}
                      onReadAll={setLong}
                    />
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <Dialog opened={long !== undefined} onClose={() => setLong(undefined)} title={long?.title}>
        <Text style={{ whiteSpace: 'pre-line' }}>{long?.text}</Text>
      </Dialog>
      {openId && (
        <Suspense fallback={null}>
          <PhotoViewer photos={photos} openId={openId} onMove={setOpenId} onClose={() => setOpenId(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function ColumnHead({ column, units }: { column: AnswerColumn; units: UnitSystem }) {
  const { question, current, earlierLabels } = column;
  const unit = sharedUnitOf(question, units);
  const isText = question.type === 'text';
  return (
    <Table.Th scope="col" className={isFigure(question) ? classes.figure : isText ? classes.text : undefined}>
      <Text span inherit lineClamp={3} title={question.label}>
        {question.label}
        {unit && ` (${unit})`}
      </Text>
      {earlierLabels.length > 0 && (
        <Text span size="xs" display="block" fw={400} lineClamp={2} title={earlierLabels.join('\n')}>
          Before: {earlierLabels.join(', ')}
        </Text>
      )}
      {!current && (
        <Text span size="xs" display="block" fw={400}>
          <VisuallyHidden>, </VisuallyHidden>
          No longer asked
        </Text>
      )}
    </Table.Th>
  );
}

export const isWeight = (question: AnswerColumn['question']) => 'metric' in question && question.metric === 'weight_kg';

/** The change of weight since the check-in before that has one. */
export function weightSince(checkIns: readonly CheckIn[], index: number, units: UnitSystem): string | null {
  const now = checkIns[index]?.weightKg ?? null;
  const before = checkIns.slice(index + 1).find(({ weightKg }) => weightKg !== null)?.weightKg ?? null;
  return now === null || before === null ? null : weightChangeLabel(now - before, units);
}
