"""8, 9. Calamities: who keeps how many, and what each of them does."""
