-- Monthly figures for the shop.
CREATE TABLE IF NOT EXISTS customers (
    id          BIGINT PRIMARY KEY,
    full_name   TEXT NOT NULL,
    city        TEXT,
    joined_on   DATE NOT NULL DEFAULT CURRENT_DATE
);

CREATE TABLE IF NOT EXISTS orders (
    id           BIGINT PRIMARY KEY,
    customer_id  BIGINT NOT NULL REFERENCES customers (id),
    placed_at    TIMESTAMP NOT NULL,
    total_cents  INTEGER NOT NULL CHECK (total_cents >= 0),
    state        TEXT NOT NULL DEFAULT 'open'
);

CREATE INDEX orders_by_day ON orders (placed_at);

CREATE VIEW revenue_per_month AS
SELECT
    date_trunc('month', placed_at) AS month,
    count(*) AS order_count,
    sum(total_cents) / 100.0 AS revenue
FROM orders
WHERE state <> 'cancelled'
GROUP BY 1;

SELECT c.full_name, c.city, sum(o.total_cents) AS spent
FROM customers AS c
JOIN orders AS o ON o.customer_id = c.id
WHERE o.placed_at >= now() - INTERVAL '90 days'
    AND o.state IN ('paid', 'shipped')
GROUP BY c.id, c.full_name, c.city
HAVING sum(o.total_cents) > 50000
ORDER BY spent DESC
LIMIT 25;

UPDATE orders
SET state = 'expired'
WHERE state = 'open'
    AND placed_at < now() - INTERVAL '30 days';
