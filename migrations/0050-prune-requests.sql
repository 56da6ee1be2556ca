-- Old requests are removed by a job, whoever asked for them.
create index money_request_by_age on money_request (created_at);
