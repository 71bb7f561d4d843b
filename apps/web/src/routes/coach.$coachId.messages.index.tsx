import { Center, Text } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/coach/$coachId/messages/')({
  component: () => (
    <Center h="100%" p="lg">
      <Text c="dimmed">Choose a conversation to read it and to write.</Text>
    </Center>
  ),
});
