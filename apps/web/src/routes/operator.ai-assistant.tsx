import { createFileRoute } from '@tanstack/react-router';
import { requireOperator } from '../app/guards.ts';
import { NotAvailablePage } from '../ui/not-available-page.tsx';

export const Route = createFileRoute('/operator/ai-assistant')({
  beforeLoad: requireOperator,
  component: () => (
    <NotAvailablePage title="The AI assistant" what="Questions about the platform will be answered here." />
  ),
});
