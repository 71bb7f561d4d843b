import { Table } from '@mantine/core';
import { PLAN_ORDER, PLANS, type Plan } from '@stridewell/contract/billing/billing.rules';
import type { PlatformFigures } from '@stridewell/contract/operator/operator';
import { COACH_STATUSES, type CoachStatus } from '@stridewell/contract/people.rules';
import { numberText } from '../../lib/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './coaches-by-plan.module.css';
import { STATUS_LABELS } from './operator.wording.ts';

type Groups = PlatformFigures['coaches'];

const sumOf = (groups: Groups, { plan, status }: { plan?: Plan; status?: CoachStatus }): number =>
  groups
    .filter((group) => (!plan || group.plan === plan) && (!status || group.status === status))
    .reduce((sum, { count }) => sum + count, 0);

/** How many coaches have each status, on each plan. Statuses without coaches have no row. */
export function CoachesByPlan({ coaches }: { coaches: Groups }) {
  const shown = COACH_STATUSES.filter((status) => sumOf(coaches, { status }) > 0);
  const rows: { label: string; status?: CoachStatus }[] = [
    ...shown.map((status) => ({ label: STATUS_LABELS[status], status })),
    ...(shown.length > 1 ? [{ label: 'All' }] : []),
  ];
  return (
    <SectionCard title="Coaches by plan and status">
      {shown.length === 0 ? (
        <EmptyState title="No coaches yet" role="status" />
      ) : (
        <Table className={classes.table} aria-label="Coaches by plan and status">
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">Status</Table.Th>
              {PLAN_ORDER.map((plan) => (
                <Table.Th key={plan} scope="col" className={classes.figure}>
                  {PLANS[plan].label.replace('Coach ', '')}
                </Table.Th>
              ))}
              <Table.Th scope="col" className={classes.figure}>
                All
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ label, ...of }) => (
              <Table.Tr key={label}>
                <Table.Th scope="row">{label}</Table.Th>
                {PLAN_ORDER.map((plan) => (
                  <Table.Td key={plan} className={classes.figure}>
                    {numberText(sumOf(coaches, { plan, ...of }))}
                  </Table.Td>
                ))}
                <Table.Td className={classes.figure}>{numberText(sumOf(coaches, of))}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </SectionCard>
  );
}
