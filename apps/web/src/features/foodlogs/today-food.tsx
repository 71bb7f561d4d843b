import { Button, Card, Group, Stack, Title } from '@mantine/core';
import { totalsOf } from '@stridewell/contract/foodlogs/foodlogs.rules';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { kcalText, numberText } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { Muted } from '../../ui/muted.tsx';
import { ownFoodLogQuery } from './foodlogs.queries.ts';
import { foodLogStore } from './foodlogs.store.ts';

type TodayFoodProps = { userId: string; coachId: string; numbersOff: boolean };

/** Today's food, with a link to the food log. Nothing while the client cannot log. */
export function TodayFood({ userId, coachId, numbersOff }: TodayFoodProps) {
  const { data } = useQuery(ownFoodLogQuery());
  const store = foodLogStore(userId, coachId, numbersOff);
  useEffect(() => {
    if (data) store.absorb(data.days);
  }, [store, data]);
  const { logs } = useStore(store);
  if (!data || data.readOnly) return null;
  const { entries, kcal } = totalsOf(logs.get(data.today)?.log.entries ?? []);
  const energy = numbersOff || kcal === 0 ? '' : `, ${kcalText(kcal)}`;
  return (
    <Card component="section" aria-label="Today’s food" padding="lg">
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Stack gap={2} miw={0}>
          <Title order={2}>Food</Title>
          <Muted>
            {entries === 0
              ? 'Nothing logged today'
              : `${entries === 1 ? '1 entry' : `${numberText(entries)} entries`} today${energy}`}
          </Muted>
        </Stack>
        <Button variant="light" mih={44} renderRoot={(props) => <Link to="/client/nutrition" {...props} />}>
          Log food
        </Button>
      </Group>
    </Card>
  );
}
