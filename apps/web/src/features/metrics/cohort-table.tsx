import { Anchor, Table } from '@mantine/core';
import type { BusinessMetrics } from '@stridewell/contract/metrics/metrics';
import { lastOfMonth } from '@stridewell/contract/metrics/metrics.periods.rules';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { countLabel, dayText } from '../../lib/format.ts';
import { Muted } from '../../ui/muted.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import classes from './business.module.css';
import { rowsPath } from './figure-link.tsx';
import { monthLabel } from './metrics.wording.ts';

const shareStyle = (share: number) => ({ '--share': share }) as CSSProperties;

type CohortTableProps = Pick<BusinessMetrics, 'cohorts' | 'currency'> & { coachId: string };

/** Clients by the month of their first payment, and the share of them who paid in each month after it. */
export function CohortTable({ coachId, cohorts, currency }: CohortTableProps) {
  const columns = Math.max(0, ...cohorts.map(({ paying }) => paying.length));
  return (
    <SectionCard title="Clients who keep paying">
      {cohorts.length === 0 ? (
        <Muted>Payments linked to a client will appear here, by the month of their first payment.</Muted>
      ) : (
        <>
          <Muted mb="sm">
            Clients by the month of their first payment, and the share who paid in each month after it.
          </Muted>
          <div className={classes.scroll}>
            <Table className={classes.table} aria-label="Share of clients still paying">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>First payment</Table.Th>
                  <Table.Th className={classes.figure}>Clients</Table.Th>
                  {Array.from({ length: columns }, (_, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number.
                    <Table.Th key={index} ta="center">
                      {index === 0 ? 'Month 0' : index}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {cohorts.map(({ month, clients, paying }) => (
                  <Table.Tr key={month}>
                    <Table.Th scope="row">{dayText(month, { month: 'short', year: 'numeric' })}</Table.Th>
                    <Table.Td className={classes.figure}>
                      <Anchor
                        component={Link}
                        to={rowsPath(coachId, { kind: 'cohort', from: month, to: lastOfMonth(month), currency })}
                        c="inherit"
                        inherit
                        aria-label={`${countLabel(clients, 'client')} of ${monthLabel(month)}`}
                      >
                        {clients}
                      </Anchor>
                    </Table.Td>
                    {paying.map((count, index) => {
                      const share = Math.round((count / Math.max(1, clients)) * 100);
                      return (
                        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its number.
                        <Table.Td key={index} className={classes.share} style={shareStyle(share)}>
                          {share}%
                        </Table.Td>
                      );
                    })}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        </>
      )}
    </SectionCard>
  );
}
