-- Whether the token of the payer is in force, where the money function was asked; null otherwise.
alter type payment_event add attribute is_token_in_force boolean;
