import { Text, VisuallyHidden } from '@mantine/core';
import type { Subscription } from '@stridewell/contract/billing';
import { dayInZone, relativeDayLabel } from '@stridewell/contract/time';
import { IconDownload } from '@tabler/icons-react';
import { SectionCard } from '../../components/section-card.tsx';
import { money } from '../../lib/format.ts';
import classes from './billing.module.css';

type InvoiceListProps = { subscription: Pick<Subscription, 'invoices'>; timeZone: string };

const STATUS_WORDS = { paid: 'Paid', open: 'Open', refunded: 'Refunded' } as const;

export function InvoiceList({ subscription: { invoices }, timeZone }: InvoiceListProps) {
  const today = dayInZone(new Date(), timeZone);
  return (
    <SectionCard title="Invoices">
      {invoices.length === 0 ? (
        <Text c="dimmed">Your first invoice appears here with the first payment.</Text>
      ) : (
        <table className={classes.invoices}>
          <thead>
            <tr>
              <th scope="col">Date</th>
              <th scope="col">Number</th>
              <th scope="col">Status</th>
              <th scope="col">Amount</th>
              <th scope="col">
                <VisuallyHidden>File</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {invoices.map(({ id, number, createdAt, amountCents, status }) => (
              <tr key={id}>
                <td>{relativeDayLabel(dayInZone(new Date(createdAt), timeZone), today)}</td>
                <td>{number}</td>
                <td data-status={status}>{STATUS_WORDS[status]}</td>
                <td>{money(amountCents)}</td>
                <td>
                  <a
                    href={`/billing/invoices/${id}.pdf`}
                    target="_blank"
                    rel="noreferrer"
                    aria-label={`Invoice ${number} as PDF`}
                  >
                    <IconDownload size={18} stroke={1.75} aria-hidden />
                    <span>PDF</span>
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </SectionCard>
  );
}
