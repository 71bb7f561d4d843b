import { PricingCalculator } from '@stridewell/web/features/billing/pricing-calculator.tsx';
import { island } from '../parts/island.tsx';

export default island(PricingCalculator);
