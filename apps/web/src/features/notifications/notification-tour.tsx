import { Badge, Card, Center, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconFlask } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DisplayHeader } from '../../ui/display-header.tsx';
import { NotificationBadge } from './notification-badge.tsx';
import { bellLabel } from './notifications.messages.ts';
import { BADGE_SAMPLES } from './notifications.samples.ts';

/** Every look of the badge, and below it the samples that can be opened. */
export function NotificationTour({ samples }: { samples: ReactNode }) {
  return (
    <Stack gap={48}>
      <header>
        <Badge size="lg" mb="sm" leftSection={<IconFlask size={14} stroke={1.75} aria-hidden />}>
          Sample data
        </Badge>
        <DisplayHeader
          title="Every kind of notification"
          lead="These are the parts the app itself uses, filled with made-up people. Click around: nothing is sent or saved."
        />
      </header>
      <section aria-labelledby="badge-title">
        <Title order={2} mb="md" id="badge-title">
          The badge counts what is unread
        </Title>
        <SimpleGrid component="ul" cols={{ base: 1, xs: 2, md: 5 }} spacing="sm">
          {BADGE_SAMPLES.map(({ unread: count, caption, look }) => (
            <Card key={count} component="li" padding="md">
              <Group wrap="nowrap">
                {/* The colour of the bar, which the ring around the badge must match. */}
                <Center w={40} h={40} flex="none" bdrs="md" bg="var(--paper)" role="img" aria-label={bellLabel(count)}>
                  <NotificationBadge unread={count} />
                </Center>
                <div>
                  <Text fw={600}>{caption}</Text>
                  <Text c="dimmed">{look}</Text>
                </div>
              </Group>
            </Card>
          ))}
        </SimpleGrid>
      </section>
      {samples}
    </Stack>
  );
}
