import { Box, Button, ColorSwatch, Group, Text } from '@mantine/core';
import type { SessionType } from '@stridewell/contract/calendar/calendar';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { newId } from '../../lib/ids.ts';
import { onIntent } from '../../lib/intent.ts';
import { Muted } from '../../ui/muted.tsx';
import rows from '../../ui/rows.module.css';
import { SectionCard } from '../../ui/section-card.tsx';
import { SESSION_COLOR } from './calendar.wording.ts';

const loadDialog = () => import('./session-type-dialog.tsx');
const SessionTypeDialog = lazy(loadDialog);

const NEW_TYPE: Omit<SessionType, 'id'> = {
  name: '',
  minutes: 60,
  location: '',
  meetingUrl: '',
  color: 'pine',
  bufferBefore: 0,
  bufferAfter: 15,
  bookable: true,
};

/** The types of sessions that a coach offers. */
export function SessionTypes({ coachId, types }: { coachId: string; types: readonly SessionType[] }) {
  const [edited, setEdited] = useState<{ type: SessionType; isNew: boolean } | null>(null);
  return (
    <SectionCard
      title="Session types"
      aside={
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} />}
          onClick={() => setEdited({ type: { id: newId(), ...NEW_TYPE }, isNew: true })}
          {...onIntent(loadDialog)}
        >
          Add session type
        </Button>
      }
    >
      {types.length === 0 ? (
        <Text c="dimmed">Add what you offer, like a training hour or a progress call. Clients book by type.</Text>
      ) : (
        <ul className={rows.divided}>
          {types.map((type) => (
            <Group key={type.id} component="li" gap="sm" wrap="nowrap" py={10}>
              <ColorSwatch size={12} radius="sm" withShadow={false} color={SESSION_COLOR[type.color]} />
              <Box flex={1} miw={0}>
                <Text fw={600}>{type.name}</Text>
                <Muted>
                  {type.minutes} minutes{type.location && `, ${type.location}`}
                  {type.bookable ? ', clients can book it' : ', only you can schedule it'}
                </Muted>
              </Box>
              <Button
                variant="default"
                size="compact-md"
                aria-label={`Edit ${type.name}`}
                onClick={() => setEdited({ type, isNew: false })}
                {...onIntent(loadDialog)}
              >
                Edit
              </Button>
            </Group>
          ))}
        </ul>
      )}
      {edited && (
        <Suspense fallback={null}>
          <SessionTypeDialog key={edited.type.id} coachId={coachId} {...edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </SectionCard>
  );
}
