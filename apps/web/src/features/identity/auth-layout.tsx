import { Box, Card, Group, Stack, Text, Title } from '@mantine/core';
import { IconBellRinging, IconClipboardCheck, IconTrendingUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { product } from '../../lib/product.ts';
import classes from './auth-layout.module.css';

const PROMISES = [
  { Icon: IconClipboardCheck, text: 'Every check-in, session and lead in one place' },
  { Icon: IconBellRinging, text: 'Spot a quiet client before they leave' },
  { Icon: IconTrendingUp, text: 'Your numbers, explained and yours to export' },
];

/** A form, with a panel about the product beside it where there is room. Domains of coaches show the form alone. */
export function AuthLayout({
  title,
  lead,
  children,
  footer,
}: {
  title: string;
  lead?: string | undefined;
  children: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <Box className={product.isCoachDomain ? undefined : classes.split}>
      <div className={classes.form}>
        <Card className={classes.card} padding={32}>
          <Title order={1} mb={lead ? 6 : 'lg'}>
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" mb="lg">
              {lead}
            </Text>
          )}
          {children}
          {footer && (
            <Text size="sm" c="dimmed" mt="lg">
              {footer}
            </Text>
          )}
        </Card>
      </div>
      {!product.isCoachDomain && <ProductPanel />}
    </Box>
  );
}

function ProductPanel() {
  return (
    <aside className={classes.panel} aria-hidden>
      <Text className={classes.claim}>Coaching that keeps its stride.</Text>
      <Stack gap="md">
        {PROMISES.map(({ Icon, text }) => (
          <Group key={text} gap="sm" wrap="nowrap">
            <Icon size={22} stroke={1.75} />
            <Text size="lg">{text}</Text>
          </Group>
        ))}
      </Stack>
      <svg viewBox="0 0 480 140" className={classes.track} role="presentation">
        <path d="M-10 110 C 90 110 120 40 200 50 S 310 110 370 70 S 440 10 500 24" />
        <circle cx="370" cy="70" r="7" />
      </svg>
    </aside>
  );
}
